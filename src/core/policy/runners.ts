// Programs that run other programs, or change what later words mean.

/** Their arguments are programs, or change the shell. A rule covers them only if it names every word. */
export const runners: ReadonlySet<string> = new Set(
  [
    // Shells, and commands that the shell runs in its own process.
    "sh bash dash zsh ksh ksh93 mksh yash ash fish csh tcsh nu elvish xonsh pwsh powershell cmd busybox toybox",
    "eval exec source . command builtin trap coproc",
    // Commands that change the meaning of later words.
    "alias unalias set shopt enable hash export readonly declare typeset local unset read mapfile readarray let getopts bind",
    "integer float nameref compound vared",
    "complete compgen setopt unsetopt emulate autoload zmodload noglob nocorrect - repeat time",
    // Programs that run the program named after them.
    "env sudo doas su runuser pkexec xargs parallel nohup nice ionice chrt taskset timeout stdbuf setsid unshare nsenter chroot",
    "fakeroot strace ltrace gdb lldb watch flock script expect entr ssh at batch crontab systemd-run launchctl osascript unbuffer",
    "sshpass setarch linux32 linux64 prlimit cpulimit numactl choom torsocks proxychains proxychains4 firejail bwrap caffeinate",
    "systemd-inhibit dbus-run-session xvfb-run gosu su-exec tini dumb-init valgrind perf rr heaptrack hyperfine ccache distcc sccache",
    "runcon sg newgrp start-stop-daemon daemonize screen tmux zellij dtach abduco chpst softlimit envdir setlock chronic ifne mispipe",
    "faketime rlwrap wine mono ldd ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 direnv fzf ansible ansible-playbook",
    "cross-env cross-env-shell dotenv dotenvx env-cmd nyc c8 nodemon concurrently npm-run-all npm-run-all2 run-s run-p",
    "open xdg-open watchexec setpriv mosh pssh pdsh clush wsl lima retry",
    "start-server-and-test chokidar onchange tsc-watch pm2 forever supervisor",
    // Programs whose arguments are programs in a language of their own.
    "awk gawk mawk nawk ed ex vi vim nvim view emacs nano pico micro kak hx less more most man info",
    "sqlite3 duckdb pgcli mycli litecli usql cqlsh sqlplus clickhouse clickhouse-client psql mysql mariadb mongosh redis-cli mlr socat nc ncat netcat telnet ftp lftp tclsh wish php lua gnuplot bc dc m4 gs",
  ].flatMap((line) => line.split(" ")),
);
