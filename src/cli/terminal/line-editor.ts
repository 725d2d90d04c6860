// The line being typed, as a pure function of keys. A pasted text stays one message, line breaks included.

export interface Key {
  /** The text that it types, if any. */
  readonly text: string;
  readonly name: string;
  readonly isControl: boolean;
  /** Alt was held, or ctrl with Enter. */
  readonly isMeta: boolean;
  /** Part of a paste: a line break in it does not send. */
  readonly isPasted: boolean;
}

export interface Editor {
  readonly text: string;
  /** Between 0 and the text's length, never inside a character. */
  readonly cursor: number;
  /** Earlier lines, oldest first, and which of them is shown; null = the line itself. */
  readonly history: readonly string[];
  readonly recalled: number | null;
  /** The text that Ctrl+U, Ctrl+K or Ctrl+W removed last: Ctrl+Y inserts it again. */
  readonly killed: string;
}

export type Edit =
  | { readonly kind: "edit"; readonly editor: Editor }
  /** The line is finished, and still shown: see `emptied`. `isNow`: it should stop the running turn. */
  | { readonly kind: "submit"; readonly isNow: boolean }
  | { readonly kind: "interrupt" }
  /** The screen should be redrawn. */
  | { readonly kind: "redraw" }
  /** The person wants their shell for a while (Ctrl+Z). */
  | { readonly kind: "suspend" }
  | { readonly kind: "leave" };

export const emptyEditor: Editor = { text: "", cursor: 0, history: [], recalled: null, killed: "" };

export function pressKey(editor: Editor, key: Key): Edit {
  if (key.isPasted) return edit(insert(editor, key.name === "return" || key.name === "enter" ? "\n" : key.text));
  if (key.isControl) return pressControl(editor, key.name);
  const { text, cursor } = editor;
  switch (key.name) {
    case "return":
    case "enter":
      return { kind: "submit", isNow: key.isMeta };
    case "escape":
      return { kind: "interrupt" };
    case "backspace":
      return edit(replace(editor, back(text, cursor), cursor));
    case "delete":
      return edit(replace(editor, cursor, forth(text, cursor)));
    case "left":
      return edit({ ...editor, cursor: (key.isMeta ? wordBack : back)(text, cursor) });
    case "right":
      return edit({ ...editor, cursor: (key.isMeta ? wordForth : forth)(text, cursor) });
    case "home":
      return edit({ ...editor, cursor: 0 });
    case "end":
      return edit({ ...editor, cursor: text.length });
    case "up":
      return edit(recall(editor, -1));
    case "down":
      return edit(recall(editor, 1));
    default:
      if (key.isMeta && key.name === "b") return edit({ ...editor, cursor: wordBack(text, cursor) });
      if (key.isMeta && key.name === "f") return edit({ ...editor, cursor: wordForth(text, cursor) });
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
    case "left":
      return edit({ ...editor, cursor: wordBack(text, cursor) });
    case "right":
      return edit({ ...editor, cursor: wordForth(text, cursor) });
    case "u":
      return edit(kill(editor, 0, cursor));
    case "k":
      return edit(kill(editor, cursor, text.length));
    case "w":
      return edit(kill(editor, wordBack(text, cursor), cursor));
    case "y":
      return edit(editor.killed === "" ? editor : insert(editor, editor.killed));
    case "l":
      return { kind: "redraw" };
    case "z":
      return { kind: "suspend" };
    default:
      return edit(editor);
  }
}

const edit = (editor: Editor): Edit => ({ kind: "edit", editor });

/** The editor without its text, which may be added to the history. */
export const emptied = ({ history, killed }: Editor, remembered?: string): Editor => ({
  ...emptyEditor,
  killed,
  history: remembered === undefined ? history : remember(history, remembered),
});

const remember = (history: readonly string[], text: string): readonly string[] =>
  text === "" || history.at(-1) === text ? history : [...history, text];

/** Keys without text arrive as escape sequences or control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const isTyped = (text: string): boolean => text !== "" && !/^[\x00-\x1f\x7f]/.test(text);

const insert = (editor: Editor, text: string): Editor => replace(editor, editor.cursor, editor.cursor, text);

function replace(editor: Editor, from: number, to: number, by = ""): Editor {
  const text = editor.text.slice(0, from) + by + editor.text.slice(to);
  return { ...editor, text, cursor: from + by.length, recalled: null };
}

const kill = (editor: Editor, from: number, to: number): Editor =>
  from === to ? editor : { ...replace(editor, from, to), killed: editor.text.slice(from, to) };

/** The unfinished line is added to the history, so that it is not lost. */
function recall(editor: Editor, step: 1 | -1): Editor {
  const history = editor.recalled === null ? remember(editor.history, editor.text) : editor.history;
  const line = editor.recalled ?? (editor.text === "" ? history.length : history.length - 1);
  const wanted = line + step;
  if (wanted < 0 || wanted > history.length || history.length === 0) return editor;
  const text = history[wanted] ?? "";
  return { ...editor, text, cursor: text.length, history, recalled: wanted === history.length ? null : wanted };
}

/** Longer than any character with its combining marks. */
const MAX_CHARACTER_LENGTH = 64;
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const charactersIn = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment);

function back(text: string, at: number): number {
  const before = charactersIn(text.slice(Math.max(0, at - MAX_CHARACTER_LENGTH), at));
  return at - (before.at(-1)?.length ?? 0);
}

function forth(text: string, at: number): number {
  const [next = ""] = charactersIn(text.slice(at, at + MAX_CHARACTER_LENGTH));
  return at + next.length;
}

/** Where the word before the cursor begins. */
const wordBack = (text: string, at: number): number => text.slice(0, at).search(/(?<!\S)\S+\s*$|^\s*$/);

/** Where the word after the cursor ends. */
const wordForth = (text: string, at: number): number => at + (/^\s*\S*/.exec(text.slice(at))?.[0].length ?? 0);
