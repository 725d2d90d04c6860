// The line that a person is typing, as a pure function of keys. A pasted text is one message, line breaks included.

export interface Key {
  /** What it types, if anything. */
  readonly text: string;
  readonly name: string;
  readonly isControl: boolean;
  /** Alt was held, or Enter came with ctrl. */
  readonly isMeta: boolean;
  /** Part of a paste: a line break in it sends nothing. */
  readonly isPasted: boolean;
}

export interface Editor {
  readonly text: string;
  /** Between 0 and the text's length, never inside a character. */
  readonly cursor: number;
  /** What was sent from here, oldest first, and which of it is shown; null = the line itself. */
  readonly sent: readonly string[];
  readonly recalled: number | null;
}

export type Edit =
  | { readonly kind: "edit"; readonly editor: Editor }
  /** `isNow`: it can't wait for what goes on. */
  | { readonly kind: "submit"; readonly text: string; readonly isNow: boolean; readonly editor: Editor }
  | { readonly kind: "interrupt" }
  | { readonly kind: "leave" };

export const emptyEditor: Editor = { text: "", cursor: 0, sent: [], recalled: null };

export function pressKey(editor: Editor, key: Key): Edit {
  if (key.isPasted) return edit(insert(editor, key.name === "return" || key.name === "enter" ? "\n" : key.text));
  if (key.isControl) return pressControl(editor, key.name);
  const { text, cursor } = editor;
  switch (key.name) {
    case "return":
    case "enter":
      return submit(editor, key.isMeta);
    case "escape":
      return { kind: "interrupt" };
    case "backspace":
      return edit(replace(editor, back(text, cursor), cursor));
    case "delete":
      return edit(replace(editor, cursor, forth(text, cursor)));
    case "left":
      return edit({ ...editor, cursor: back(text, cursor) });
    case "right":
      return edit({ ...editor, cursor: forth(text, cursor) });
    case "home":
      return edit({ ...editor, cursor: 0 });
    case "end":
      return edit({ ...editor, cursor: text.length });
    case "up":
      return edit(recall(editor, -1));
    case "down":
      return edit(recall(editor, 1));
    default:
      return edit(isTyped(key.text) ? insert(editor, key.text) : editor);
  }
}

function pressControl(editor: Editor, name: string): Edit {
  const { text, cursor } = editor;
  switch (name) {
    case "c":
      return { kind: "leave" };
    case "d":
      return text === "" ? { kind: "leave" } : edit(replace(editor, cursor, forth(text, cursor)));
    case "a":
      return edit({ ...editor, cursor: 0 });
    case "e":
      return edit({ ...editor, cursor: text.length });
    case "u":
      return edit(replace(editor, 0, cursor));
    case "k":
      return edit(replace(editor, cursor, text.length));
    case "w":
      return edit(replace(editor, text.slice(0, cursor).search(/\S*\s*$/), cursor));
    default:
      return edit(editor);
  }
}

const edit = (editor: Editor): Edit => ({ kind: "edit", editor });

function submit(editor: Editor, isNow: boolean): Edit {
  if (editor.text.trim() === "") return edit({ ...editor, text: "", cursor: 0 });
  const sent = editor.sent.at(-1) === editor.text ? editor.sent : [...editor.sent, editor.text];
  return { kind: "submit", text: editor.text, isNow, editor: { ...emptyEditor, sent } };
}

/** Keys that type nothing come as escape sequences or control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const isTyped = (text: string): boolean => text !== "" && !/^[\x00-\x1f\x7f]/.test(text);

const insert = (editor: Editor, text: string): Editor => replace(editor, editor.cursor, editor.cursor, text);

function replace({ text, sent }: Editor, from: number, to: number, by = ""): Editor {
  return { text: text.slice(0, from) + by + text.slice(to), cursor: from + by.length, sent, recalled: null };
}

function recall(editor: Editor, step: 1 | -1): Editor {
  const { sent, recalled } = editor;
  const wanted = (recalled ?? sent.length) + step;
  if (wanted < 0 || wanted > sent.length) return editor;
  const text = sent[wanted] ?? "";
  return { ...editor, text, cursor: text.length, recalled: wanted === sent.length ? null : wanted };
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;
const back = (text: string, at: number): number => Math.max(0, at >= 2 && isPair(text, at - 2) ? at - 2 : at - 1);
const forth = (text: string, at: number): number => Math.min(text.length, at + (isPair(text, at) ? 2 : 1));
