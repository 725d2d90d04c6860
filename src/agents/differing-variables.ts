// Variables that say where a client ran and nothing that an agent's work depends on: another terminal has others, and nobody asks why.
const places = [
  /^(_|SHLVL|PWD|OLDPWD|COLUMNS|LINES|WINDOW|WINDOWID|STY|GPG_TTY|COLORTERM|COLORFGBG|VTE_VERSION|HISTFILE|LS_COLORS)$/,
  /^(TERM|TMUX|WT|ITERM|LC_TERMINAL|KITTY|ALACRITTY|WEZTERM|GHOSTTY|KONSOLE|TERMINATOR|ZELLIJ|VSCODE)(_|$)/,
  /^SSH_(TTY|CLIENT|CONNECTION)$/,
  /^XDG_(SESSION|VTNR|SEAT)/,
  /_SESSION_(ID|KEY)$/,
];

type Variables = Readonly<Record<string, string>>;

/** The names of what differs between two environments, in order. Both are as agents get them. */
export function differingVariables(one: Variables, other: Variables): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name] && !places.some((place) => place.test(name))).sort();
}
