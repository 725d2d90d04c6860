// Everything that agents and other people wrote goes through here before it reaches a terminal: what could move the cursor,
// change the screen, write to the clipboard or reorder what is read is taken out or made visible.
import { visibleText } from "../../core/index.ts";

const escapeCode = "\\u001b";
const end = `(?:\\u0007|${escapeCode}\\\\|\\u009c)`;
/** Escape sequences as a whole: CSI (colours, cursor), OSC and the other strings (titles, links, clipboard), and the short ones. */
const sequences = new RegExp(
  [
    `(?:${escapeCode}\\[|\\u009b)[0-?]*[ -/]*[@-~]`,
    `(?:${escapeCode}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0000-\\u001f\\u0080-\\u009f]*${end}`,
    `${escapeCode}[ -/]*[0-OQ-WYZ\\\\\`-~]`,
  ].join("|"),
  "g",
);
/** All but tab and line feed. */
const controls = new RegExp(`[${"\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f"}]`, "g");
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Running text: line feeds and tabs stay. */
export function safeText(text: string): string {
  return text
    .replace(sequences, "")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(bidi, "")
    .replace(controls, (one) => visibleText(one));
}

/** A name, a title, a path: one line, whatever is in it. */
export const safeLine = (text: string): string =>
  safeText(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ");

/** What a person must be able to trust to the last character: nothing is taken out, and nothing stays invisible. */
export const exactText = visibleText;
