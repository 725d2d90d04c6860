// Every environment variable that Skein reads or sets: `skein help env` shows the table, and a test compares it with the sources.

export interface Variable {
  readonly name: string;
  readonly text: string;
}

/** Read by the command line, the daemon, or both. */
export const variablesRead: readonly Variable[] = [
  { name: "SKEIN_HOME", text: "Skein's home, an absolute path; default: ~/.skein" },
  { name: "SKEIN_ASCII", text: "1 = ASCII symbols instead of ● ▲ ✓; 0 = never, even with LC_ALL=C" },
  { name: "LC_ALL", text: "C or POSIX = ASCII symbols" },
  { name: "SKEIN_DEBUG", text: "1 = stack traces of internal errors" },
  { name: "VISUAL", text: "Editor of queue <session> edit, config edit and open --editor" },
  { name: "EDITOR", text: "The same, if VISUAL is not set; default: vi" },
  {
    name: "PAGER",
    text: "Shows help and transcripts that do not fit the terminal; default: less; cat turns it off",
  },
  { name: "LESS", text: "Options of less; default: FRX" },
  { name: "NO_COLOR", text: "If set: no colours" },
  { name: "FORCE_COLOR", text: "If set, and not 0: colours even when the output is not a terminal" },
  { name: "TERM", text: "dumb = no colours" },
  {
    name: "PATH",
    text: "Where agents and other programs are looked up; an agent gets the PATH of the shell that opened its session",
  },
  { name: "HOME", text: "What ~ means" },
  { name: "XDG_CONFIG_HOME", text: "Where skein daemon install puts the systemd unit" },
  {
    name: "XDG_DATA_HOME",
    text: "Where skein import --from mitto looks for its store, in mitto; default: ~/.local/share",
  },
  { name: "MITTO_DIR", text: "The store that skein import --from mitto reads" },
  {
    name: "XDG_CACHE_HOME",
    text: "Where the compiled program is cached for a faster start, if no other user can write there; default: ~/.cache",
  },
  {
    name: "NODE_COMPILE_CACHE",
    text: "Node's own cache: Node runs its code unchecked, so only you may be able to write there; skein doctor warns",
  },
  { name: "NODE_OPTIONS", text: "Extra Node options; skein doctor warns if they interfere" },
  { name: "SKEIN_RUN", text: "Set inside agents: commands for people are refused there; skein doctor reports it" },
  { name: "SKEIN_WITHIN", text: "The same, for a daemon that was started inside an agent" },
  { name: "DISPLAY", text: "With it, or WAYLAND_DISPLAY, skein open shows directories on the desktop" },
  { name: "WAYLAND_DISPLAY", text: "See DISPLAY" },
  { name: "SSH_CONNECTION", text: "With it, skein web prints its address and opens no browser" },
  ...["TMUX", "TERM_PROGRAM", "LC_TERMINAL", "KITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR"].map(
    (name) => ({
      name,
      text: "Identifies the terminal, for notifications",
    }),
  ),
  { name: "ITERM_SESSION_ID", text: "The same" },
  { name: "VTE_VERSION", text: "The same" },
];

/** For the programs that Skein starts. */
export const variablesSet: readonly Variable[] = [
  { name: "SKEIN_HOME", text: "In agents: the home that runs them" },
  { name: "SKEIN_RUN", text: "In agents and everything that they start: the run that they belong to" },
  { name: "SKEIN_RUN_HOME", text: "The same: the number of the run's home" },
  { name: "SKEIN_WITHIN", text: "In a daemon that was started from inside an agent" },
  { name: "SKEIN_EVENT", text: "In hooks and the notify command: what happened" },
  { name: "SKEIN_SESSION", text: "In hooks and the notify command: the session" },
];
