// Makes text of agents and other people safe for a terminal: anything that could move the cursor, change the screen, write to the clipboard or
// reorder text is removed or made visible.

const escapeCode = "\\u001b";
const end = `(?:\\u0007|${escapeCode}\\\\|\\u009c)`;
/** Whole escape sequences: CSI (colours, cursor), OSC and the other strings (titles, links, clipboard), and the short ones. */
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
    .replace(controls, (one) => symbolOf(one.charCodeAt(0)));
}

/** Like core's `visibleText`; a list that does not load core must be able to show names. */
const symbolOf = (code: number): string => {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
};

/** A name, a title or a path in one line. */
export const safeLine = (text: string): string =>
  safeText(text)
    .replace(/(?<!\s)\s*\n\s*/g, " ")
    .replaceAll("\t", " ");
