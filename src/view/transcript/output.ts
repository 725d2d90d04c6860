// Output of programs as text to read: without colours and cursor movements, with the last state of lines that were written over.

/** Sequences that a terminal would act on: CSI, OSC and other strings, and two-character ones. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[P\]X^_][^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export function outputText(output: string): string {
  const plain = output.includes("\u001b") ? output.replace(sequences, "") : output;
  const lines = plain.includes("\r") ? plain.replace(/(?<!\r)\r+\n/g, "\n").replace(/^.*\r(?=[^\n])/gm, "") : plain;
  return lines.replace(controls, "");
}

export interface ShortenedText {
  readonly head: string;
  /** Empty if nothing is left out. */
  readonly tail: string;
  /** The number of lines between them. */
  readonly hidden: number;
}

/** The first lines, and the last ones: the end often says how it went. */
export function shortenLines(text: string, { first, last }: { first: number; last: number }): ShortenedText {
  const lines = text.replace(/\n$/, "").split("\n");
  const hidden = lines.length - first - last;
  // A sign that one or two lines are left out takes as much room as they do.
  if (hidden <= 2) return { head: lines.join("\n"), tail: "", hidden: 0 };
  return { head: lines.slice(0, first).join("\n"), tail: lines.slice(-last).join("\n"), hidden };
}
