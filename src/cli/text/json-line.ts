// A line of JSON: unchanged for a program, without control and reordering characters for a terminal.
import type { Output } from "../io.ts";

/** JSON escapes the other controls itself. */
const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: only a line that is no JSON has them
const controls = /[\u0000-\u0008\u000b-\u001f]/g;

/** Both forms parse to the same value. */
export const jsonLine = (line: string, { isTTY }: Pick<Output, "isTTY">): string =>
  isTTY ? line.replaceAll("\r", "").replace(steering, escaped).replace(controls, escaped) : line;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
