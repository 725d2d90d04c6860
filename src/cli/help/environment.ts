// Every environment variable that Skein reads or sets, in one table: `skein help env` shows it, and a test holds the sources to it.

export interface Variable {
  readonly name: string;
  readonly text: string;
}

/** Read by the command line, the daemon, or both. */
export const variablesRead: readonly Variable[] = [
  { name: "SKEIN_HOME", text: "Where everything is kept, an absolute path; ~/.skein when it is not set" },
  { name: "SKEIN_ASCII", text: "1 = plain signs instead of ● ▲ ✓; 0 = not even with LC_ALL=C" },
  { name: "LC_ALL", text: "C or POSIX = plain signs, too" },
  { name: "SKEIN_DEBUG", text: "1 = a fault of the program shows where it comes from" },
  { name: "VISUAL", text: "Your editor: skein queue <session> edit, config edit, open --editor" },
  { name: "EDITOR", text: "The same, where VISUAL is not set; else vi" },
  {
    name: "PAGER",
    text: "Shows what skein show prints where that is higher than the terminal; less when it is not set, none with cat",
  },
  { name: "LESS", text: "Options of less; FRX when it is not set" },
  { name: "NO_COLOR", text: "Set: no colours" },
  { name: "FORCE_COLOR", text: "Set, and not 0: colours also where nobody seems to look" },
  { name: "TERM", text: "dumb = no colours" },
  {
    name: "PATH",
    text: "Where agents and other programs are looked for; an agent gets that of whoever opened its session",
  },
  { name: "HOME", text: "What ~ means" },
  { name: "XDG_CONFIG_HOME", text: "Where skein daemon install puts the unit for systemd" },
  {
    name: "XDG_CACHE_HOME",
    text: "Where the compiled program is kept for a faster start, if no other user can write there; ~/.cache when it is not set, or relative",
  },
  {
    name: "NODE_COMPILE_CACHE",
    text: "The same, as Node itself reads it: nothing is checked before its code runs, so it must be yours alone; skein doctor warns",
  },
  { name: "NODE_OPTIONS", text: "What else Node is told; skein doctor says when that is in the way" },
  { name: "SKEIN_RUN", text: "Set where an agent runs: what is for people is refused there; skein doctor says so" },
  { name: "SKEIN_WITHIN", text: "The same, for daemons that were started there" },
  { name: "DISPLAY", text: "With it, or WAYLAND_DISPLAY, skein open shows directories on the desktop" },
  { name: "WAYLAND_DISPLAY", text: "See DISPLAY" },
  ...["TMUX", "TERM_PROGRAM", "LC_TERMINAL", "KITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR"].map(
    (name) => ({
      name,
      text: "Tells which terminal this is, and so how it is called for attention",
    }),
  ),
  { name: "ITERM_SESSION_ID", text: "The same" },
  { name: "VTE_VERSION", text: "The same" },
];

/** For the programs that Skein starts. */
export const variablesSet: readonly Variable[] = [
  { name: "SKEIN_HOME", text: "In agents: the home that runs them, which skein means there" },
  { name: "SKEIN_RUN", text: "In agents and all that they start: the life of the agent that they belong to" },
  { name: "SKEIN_RUN_HOME", text: "The same: the home that the agent belongs to, as a number" },
  { name: "SKEIN_WITHIN", text: "In a daemon that was started from inside an agent" },
  { name: "SKEIN_EVENT", text: "In hooks and the command that notifies: what happened" },
  { name: "SKEIN_SESSION", text: "In hooks and the command that notifies: the session" },
];
