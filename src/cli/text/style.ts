// Colours and glyphs, depending on the terminal and the person's settings. A state always has a glyph and a word, not only a colour.
import { styleText } from "node:util";
import type { Output } from "../io.ts";

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
  readonly glyphs: Glyphs;
  /** The terminal's current width; undefined if nothing wraps. */
  readonly columns?: number | undefined;
}

const unicode = {
  running: "●",
  asks: "▲",
  warning: "!",
  idle: "◌",
  done: "✓",
  failed: "✗",
  paused: "‖",
  stopped: "■",
  starting: "○",
  tool: "▸",
  bar: "│",
  /** Before notes on a question. */
  noteBar: "┆",
  /** Before a row that continues the one above it. */
  goesOn: "↳",
  prompt: "›",
  dot: "·",
  ellipsis: "…",
  branch: "└",
  pin: "★",
};
type Glyphs = typeof unicode;

const ascii: Glyphs = {
  running: "*",
  asks: "!",
  warning: "!!",
  idle: ".",
  done: "+",
  failed: "x",
  paused: "=",
  stopped: "#",
  starting: "o",
  tool: "$",
  bar: "|",
  noteBar: "~",
  goesOn: "\\",
  prompt: ">",
  dot: "-",
  ellipsis: "...",
  branch: "`",
  pin: "^",
};

type Env = Readonly<Record<string, string | undefined>>;

export function wantsColor(env: Env, output: Output): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "")
    return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return output.isTTY === true && env.TERM !== "dumb";
}

/** As requested, or if the locale has only ASCII. */
function wantsAscii(env: Env): boolean {
  if (env.SKEIN_ASCII !== undefined && env.SKEIN_ASCII !== "") return env.SKEIN_ASCII === "1";
  return ["C", "POSIX"].includes(env.LC_ALL ?? "");
}

export function styleFor(env: Env, isColored: boolean, output?: Output): Style {
  const paint = (format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan"): Paint =>
    isColored ? (text) => styleText(format, text, { validateStream: false }) : (text) => text;
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
    cyan: paint("cyan"),
    glyphs: wantsAscii(env) ? ascii : unicode,
    get columns() {
      return output?.isTTY && output.columns ? output.columns : undefined;
    },
  };
}
