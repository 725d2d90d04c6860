// The keeper: a small POSIX shell program that holds one agent, so that the agent needs nothing from the daemon.
// Run as: sh -c SCRIPT sh <run directory> <working directory> <unread bytes> <bytes of stderr> <seconds> <agent> <arguments…>, in a session of its own.

/** Of the beginning of a long stderr, and of its end. */
const KEPT_BYTES = 65_536;

/*
 * What each part is for:
 * - `trap :` and not `trap ''`: the keeper survives, and the agent still gets the default action (ignored signals are inherited).
 * - `alive` is a FIFO that the keeper holds open for its whole life and closes for everything it starts: its reader sees the end
 *   of the file the moment the keeper dies, however it dies. Opening waits for a reader, so nothing starts unwatched. Closing
 *   comes first and by `exec`: opening `p` can wait, and a redirection of a command keeps a copy of what it replaces.
 * - `keeper` is made exclusively (`set -C`): of any number of keepers for one run, one goes on. It comes after `alive`, so
 *   whoever sees the file and no writer of `alive` knows that the keeper is dead. One that comes late does not wait at `alive`,
 *   where the readers may be gone.
 * - `tail` pumps the append-only `in` into the FIFO `p`. It runs with the system's directories first in PATH, as the agent's
 *   PATH may hold anything.
 * - The agent is the foreground child: a background one would be started with SIGINT ignored. It runs in a subshell, so that
 *   a missing directory or program becomes its exit status, with the reason in `err`.
 * - `agent` says that stdin is open and that signals have their default actions: before it, a signal to the group could be lost
 *   on the keeper, and the end of `tail` would leave the agent waiting for a stdin that nobody opens.
 * - The mask keeps the run's files private; the agent has its own mask back, for the files it makes are the user's.
 * - The guard looks at both outputs every few seconds, as nobody else may be there to do it. An agent that has said more than may be
 *   unread is held back: `paused` is there from before everything stops, the guard itself included, until after it was let go
 *   on. So a daemon that finds the file lets the run go on until the file is gone, and neither can miss the other. Of a long stderr
 *   the first and the last part are kept; the file itself starts again from its beginning, as all who write to it append. The guard ends
 *   with the agent, and takes its `sleep` along; `over` is for a guard that was not yet listening to signals.
 * - After the agent's end only built-in commands run: killing the tree takes every child of the keeper, and the exit status must
 *   still be written. A status without its newline does not count, so no rename is needed.
 * - Own variables are called skein_*: a plain name could be one that the agent's environment exports.
 */
export const KEEPER_SCRIPT = `
set +eu
trap : HUP INT TERM
skein_umask=$(umask)
umask 077
[ -e "$1/keeper" ] && exit 0
exec 9>"$1/alive"
set -C
echo $$ >"$1/keeper" || exit 0
set +C
skein_stdin=$1/prompt
skein_holder=
if [ -p "$1/p" ]; then
  skein_stdin=$1/p
  {
    exec 9>&-
    PATH=/usr/bin:/bin\${PATH:+:$PATH}
    exec tail -c +1 -f "$1/in" >"$1/p"
  } &
  skein_holder=$!
  echo $skein_holder >"$1/holder"
fi
{
  exec 9>&-
  PATH=/usr/bin:/bin\${PATH:+:$PATH}
  trap : HUP
  trap 'kill $skein_sleep; exit' TERM
  skein_dropped=0
  until [ -f "$1/over" ]; do
    sleep "$5" &
    skein_sleep=$!
    wait $skein_sleep || exit
    kill -0 $$ || exit
    skein_read=0
    [ -f "$1/read" ] && read -r skein_read <"$1/read"
    case $skein_read in '' | *[!0-9]*) skein_read=0 ;; esac
    if [ "$3" -gt 0 ] && [ $(($(wc -c <"$1/out") - skein_read)) -gt "$3" ]; then
      echo >"$1/paused"
      kill -STOP 0
      rm -f "$1/paused"
    fi
    skein_size=$(($(wc -c <"$1/err")))
    if [ "$4" -gt 0 ] && [ $skein_size -gt "$4" ]; then
      [ -f "$1/err.first" ] || head -c ${KEPT_BYTES} <"$1/err" >"$1/err.first"
      tail -c ${KEPT_BYTES} <"$1/err" >"$1/err.last"
      true >"$1/err"
      skein_dropped=$((skein_dropped + skein_size))
      echo $skein_dropped >"$1/err.dropped"
    fi
  done
} &
skein_guard=$!
(
  exec 9>&-
  exec <"$skein_stdin" >>"$1/out" 2>>"$1/err"
  echo >"$1/agent"
  umask "$skein_umask"
  cd -- "$2" || exit 126
  unset OLDPWD
  shift 5
  exec "$@"
)
skein_status=$?
true >"$1/over"
kill "$skein_guard" && wait "$skein_guard"
[ -n "$skein_holder" ] && kill "$skein_holder" && wait "$skein_holder"
echo $skein_status >"$1/exit"
`;
