// A notification as bytes for the terminal: in its own protocol, through tmux if needed, or the bell if nothing else is known.
import { safeLine } from "../text/safe-text.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface Notification {
  /** Its id, to remove it later. */
  readonly id: string;
  readonly text: string;
}

const ESCAPE = "\x1b";
const END = `${ESCAPE}\\`;
const BELL = "\x07";
const TITLE = "Skein";

type Dialect = "osc9" | "osc777" | "osc99" | "bell";

/** Inside tmux TERM_PROGRAM is tmux's own; other variables of the terminal remain visible. */
const signs: readonly { readonly dialect: Dialect; readonly fits: (env: Env) => boolean }[] = [
  { dialect: "osc99", fits: (env) => env.KITTY_WINDOW_ID !== undefined || env.TERM === "xterm-kitty" },
  { dialect: "osc777", fits: (env) => env.TERM_PROGRAM === "WezTerm" || env.WEZTERM_PANE !== undefined },
  {
    dialect: "osc9",
    fits: (env) =>
      ["iTerm.app", "ghostty", "WarpTerminal"].includes(env.TERM_PROGRAM ?? "") ||
      env.LC_TERMINAL === "iTerm2" ||
      env.ITERM_SESSION_ID !== undefined ||
      env.GHOSTTY_RESOURCES_DIR !== undefined,
  },
  { dialect: "osc777", fits: (env) => /^(foot|rxvt-unicode)/.test(env.TERM ?? "") || env.VTE_VERSION !== undefined },
];

const dialectOf = (env: Env): Dialect => signs.find(({ fits }) => fits(env))?.dialect ?? "bell";

export function notification(env: Env, { id, text }: Notification): string {
  if (env.TERM === "dumb") return "";
  const line = safeLine(text);
  switch (dialectOf(env)) {
    case "osc99": {
      const name = kittyId(id);
      return through(env, [`99;i=${name}:d=0;${TITLE}`, `99;i=${name}:d=1:p=body;${line}`]);
    }
    // Begins with a word: for some terminals a number would be another command.
    case "osc9":
      return through(env, [`9;${TITLE}: ${line}`]);
    case "osc777":
      return through(env, [`777;notify;${TITLE};${line}`]);
    case "bell":
      return BELL;
  }
}

/** Removes a notification if the terminal can; else nothing. */
export const withdrawal = (env: Env, id: string): string =>
  dialectOf(env) === "osc99" ? wrapped(env, [`99;i=${kittyId(id)}:p=close;`]) : "";

/** tmux may be configured not to pass sequences through, without saying so; its bell marks the window either way. */
const through = (env: Env, commands: readonly string[]): string =>
  wrapped(env, commands) + (env.TMUX === undefined ? "" : BELL);

function wrapped(env: Env, commands: readonly string[]): string {
  const bytes = commands.map((command) => `${ESCAPE}]${command}${END}`).join("");
  if (env.TMUX === undefined) return bytes;
  return `${ESCAPE}Ptmux;${bytes.replaceAll(ESCAPE, ESCAPE + ESCAPE)}${END}`;
}

const kittyId = (id: string): string => `skein-${id.replace(/[^\w.-]/g, "-")}`;
