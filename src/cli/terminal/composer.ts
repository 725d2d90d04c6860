// The line being typed as one row of the screen: a long line scrolls sideways, and line breaks show as a sign.
import { safeText } from "../text/safe-text.ts";
import type { Measure } from "../text/text-width.ts";
import type { Editor } from "./line-editor.ts";

export interface Row {
  readonly text: string;
  /** The column of the cursor. */
  readonly column: number;
}

export interface ComposerOptions {
  readonly label: string;
  readonly columns: number;
  readonly measure: Measure;
}

export function composerRow({ text, cursor }: Editor, { label, columns, measure }: ComposerOptions): Row {
  const show = (part: string): string => safeText(part).replaceAll("\n", "⏎").replaceAll("\t", " ");
  // One column stays free for the cursor after the last character.
  const room = Math.max(1, columns - measure(label) - 1);
  const before = fitFromEnd([...show(text.slice(0, cursor))], room, measure);
  const after = fitFromStart([...show(text.slice(cursor))], room - measure(before), measure);
  return { text: label + before + after, column: measure(label) + measure(before) };
}

function fitFromEnd(characters: readonly string[], room: number, measure: Measure): string {
  let start = characters.length;
  let width = 0;
  while (start > 0) {
    width += measure(characters[start - 1] ?? "");
    if (width > room) break;
    start--;
  }
  return characters.slice(start).join("");
}

function fitFromStart(characters: readonly string[], room: number, measure: Measure): string {
  let end = 0;
  let width = 0;
  while (end < characters.length) {
    width += measure(characters[end] ?? "");
    if (width > room) break;
    end++;
  }
  return characters.slice(0, end).join("");
}
