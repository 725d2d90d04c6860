// The keeper: a small POSIX shell program that holds one agent, so that the agent needs nothing from the daemon.
// Run as: sh -c SCRIPT sh <run directory> <working directory> <agent> <arguments…>, in a session of its own.

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
(
  exec 9>&-
  exec <"$skein_stdin" >>"$1/out" 2>>"$1/err"
  echo >"$1/agent"
  umask "$skein_umask"
  cd -- "$2" || exit 126
  unset OLDPWD
  shift 2
  exec "$@"
)
skein_status=$?
[ -n "$skein_holder" ] && kill "$skein_holder" && wait "$skein_holder"
echo $skein_status >"$1/exit"
`;
