import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { composerRow } from "../../src/cli/terminal/composer.ts";
import { openKeyboard } from "../../src/cli/terminal/keyboard.ts";
import { type Editor, emptied, emptyEditor, type Key, pressKey } from "../../src/cli/terminal/line-editor.ts";

const key = (name: string, facts: Partial<Key> = {}): Key => ({
  text: "",
  name,
  isControl: false,
  isMeta: false,
  isPasted: false,
  ...facts,
});
const control = (name: string): Key => key(name, { isControl: true, text: "\x01" });
const alt = (name: string): Key => key(name, { isMeta: true, text: `\x1b${name}` });
const typed = (text: string): Key[] => [...text].map((one) => key(one, { text: one }));

/** Presses keys; what was submitted on the way is collected. */
function press(keys: readonly Key[], start: Editor = emptyEditor): { editor: Editor; sent: string[] } {
  let editor = start;
  const sent: string[] = [];
  for (const one of keys) {
    const result = pressKey(editor, one);
    if (result.kind === "edit") editor = result.editor;
    if (result.kind !== "submit") continue;
    sent.push(editor.text);
    editor = emptied(editor, editor.text);
  }
  return { editor, sent };
}

const shown = (keys: readonly Key[]): string => {
  const { text, cursor } = press(keys).editor;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
};

test.for([
  [typed("abc"), "abc|"],
  [[...typed("abc"), key("left"), ...typed("x")], "abx|c"],
  [[...typed("abc"), key("home"), key("delete")], "|bc"],
  [[...typed("abc"), control("a"), key("right"), control("k")], "a|"],
  [[...typed("abc"), key("left"), control("u")], "|c"],
  [[...typed("one two  "), control("w")], "one |"],
  [[...typed("one two  three"), alt("b"), alt("b")], "one |two  three"],
  [[...typed("one two"), key("home"), alt("f"), ...typed("!")], "one!| two"],
  [[...typed("one two"), control("left")], "one |two"],
  [[...typed("one two"), key("home"), control("right"), control("right")], "one two|"],
  [[...typed("one two"), key("left", { isMeta: true }), key("right", { isMeta: true })], "one two|"],
  [[alt("b"), alt("f"), control("left"), control("y")], "|"],
  [[...typed("one two"), control("w"), key("home"), control("y")], "two|one "],
  [[...typed("one two"), control("a"), control("k"), control("u"), control("y"), control("y")], "one twoone two|"],
  [[...typed("first"), control("u"), key("return"), control("y")], "first|"],
  [[...typed("a👍"), key("backspace")], "a|"],
  [[...typed("👍a"), key("home"), key("right")], "👍|a"],
  [[...typed("a"), key("f5", { text: "\x1b[15~" }), key("backspace"), key("backspace")], "|"],
] as const)("%# edits as people know it", ([keys, result]) => {
  expect(shown(keys)).toBe(result);
});

test("Enter submits, also an empty line", () => {
  expect(press([...typed("hi"), key("return"), key("enter")])).toMatchObject({
    editor: { text: "", cursor: 0, history: ["hi"] },
    sent: ["hi", ""],
  });
});

test("Enter with alt, or with ctrl where the terminal tells, can't wait", () => {
  const { editor } = press(typed("now"));
  expect(pressKey(editor, key("return"))).toMatchObject({ kind: "submit", isNow: false });
  expect(pressKey(editor, key("return", { isMeta: true }))).toMatchObject({ kind: "submit", isNow: true });
});

test.for([
  ["\r", false],
  ["\x1b\r", true],
  ["\x1b[13;3u", true],
  ["\x1b[13;5u", true],
] as const)("a terminal's %j is Enter, with alt or ctrl: %s", ([sequence, isMeta]) => {
  const keys: Key[] = [];
  const input = new PassThrough();
  const close = openKeyboard(input, new PassThrough(), { press: (one) => keys.push(one) });
  input.emit("data", Buffer.from(sequence));
  close();
  expect(keys).toMatchObject([{ name: "return", isMeta }]);
});

test("a paste is one message, line breaks included", () => {
  const paste = [...typed("a"), key("return", { text: "\r" }), ...typed("b")].map((one) => ({
    ...one,
    isPasted: true,
  }));
  expect(press([...paste, key("return")]).sent).toEqual(["a\nb"]);
});

test("Up and Down bring back what was sent", () => {
  const { editor } = press([...typed("one"), key("return"), ...typed("two"), key("return"), key("up"), key("up")]);
  expect(editor.text).toBe("one");
  expect(press([key("up"), key("down")], editor).editor.text).toBe("two");
  expect(press([key("down"), key("down"), key("down")], editor).editor.text).toBe("");
});

test("a line that Up takes away is found again with Down", () => {
  const { editor } = press([...typed("sent"), key("return"), ...typed("half a thought"), key("up")]);
  expect(editor.text).toBe("sent");
  expect(press([key("down")], editor).editor.text).toBe("half a thought");
  expect(press([...typed(" again"), key("up")], editor).editor.text).toBe("half a thought");
});

test("Ctrl+C leaves, Ctrl+D leaves an empty line, Esc interrupts", () => {
  const { editor } = press(typed("text"));
  expect(pressKey(editor, control("c"))).toEqual({ kind: "leave" });
  expect(pressKey(emptyEditor, control("d"))).toEqual({ kind: "leave" });
  expect(pressKey(editor, control("d"))).toMatchObject({ kind: "edit" });
  expect(pressKey(editor, key("escape"))).toEqual({ kind: "interrupt" });
});

test("Ctrl+L draws anew, Ctrl+Z leaves for the shell; pasted, neither does", () => {
  expect(pressKey(emptyEditor, control("l"))).toEqual({ kind: "redraw" });
  expect(pressKey(emptyEditor, control("z"))).toEqual({ kind: "suspend" });
  for (const name of ["l", "z"])
    expect(pressKey(emptyEditor, { ...control(name), isPasted: true })).toMatchObject({ kind: "edit" });
});

test.for([
  ["\x1bb", "|one two"],
  ["\x1b[1;5D", "|one two"],
  ["\x1b[1;3D", "|one two"],
  ["\x01\x1bf", "one| two"],
  ["\x01\x1b[1;5C", "one| two"],
] as const)("a terminal's %j moves by a word", ([sequence, result]) => {
  const keys: Key[] = [];
  const input = new PassThrough();
  const close = openKeyboard(input, new PassThrough(), { press: (one) => keys.push(one) });
  input.emit("data", Buffer.from("one two"));
  input.emit("data", Buffer.from("\x1bb"));
  input.emit("data", Buffer.from(sequence));
  close();
  expect(shown(keys)).toBe(result);
});

test("whatever is pressed, the cursor stays in the text and between characters", () => {
  const names = ["left", "right", "home", "end", "up", "down", "backspace", "delete", "return", "escape"];
  const anyKey = fc.oneof(
    fc.constantFrom(...names).map((name) => key(name)),
    fc.constantFrom("a", "d", "e", "k", "u", "w", "y", "left", "right").map(control),
    fc.constantFrom("b", "f").map(alt),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }).map((text) => key("", { text })),
  );
  fc.assert(
    fc.property(fc.array(anyKey), (keys) => {
      const { text, cursor } = press(keys).editor;
      expect(cursor).toBeGreaterThanOrEqual(0);
      expect(cursor).toBeLessThanOrEqual(text.length);
      const [before, after] = [text.charCodeAt(cursor - 1), text.charCodeAt(cursor)];
      expect(before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff).toBe(false);
    }),
  );
});

const measure = (text: string): number => [...text].length;

test("the row shows the part around the cursor, and line breaks as a sign", () => {
  const row = (text: string, cursor: number, columns: number) =>
    composerRow({ ...emptyEditor, text, cursor }, { label: "> ", columns, measure });
  expect(row("short", 5, 20)).toEqual({ text: "> short", column: 7 });
  expect(row("a\nb\tc", 1, 20)).toEqual({ text: "> a⏎b c", column: 3 });
  expect(row("0123456789", 10, 8)).toEqual({ text: "> 56789", column: 7 });
  expect(row("0123456789", 2, 8)).toEqual({ text: "> 01234", column: 4 });
  expect(row("a\x1b[2Jb", 0, 20).text).toBe("> ab");
});

test("the row never reaches the last column, where a terminal would wrap", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.integer({ min: 4, max: 40 }), (text, at, columns) => {
      const row = composerRow(
        { ...emptyEditor, text, cursor: at % (text.length + 1) },
        { label: "> ", columns, measure },
      );
      expect(measure(row.text)).toBeLessThan(columns);
      expect(row.column).toBeLessThan(columns);
    }),
  );
});

test.for(["👩‍👩‍👧", "🇩🇪", "👍🏽", "e\u0301"])("%s is one character for the keys, whatever it is made of", (one) => {
  const line = [...typed("a"), key("", { text: one, isPasted: true }), ...typed("b")];
  expect(shown([...line, key("left"), key("backspace")])).toBe("a|b");
  expect(shown([...line, key("left"), key("left")])).toBe(`a|${one}b`);
  expect(shown([...line, key("left"), key("left"), key("right")])).toBe(`a${one}|b`);
  expect(shown([...line, key("left"), key("left"), key("delete")])).toBe("a|b");
});

test("a key in a very long line looks at the characters around the cursor alone", () => {
  const text = "👩‍👩‍👧".repeat(100_000);
  const start: Editor = { ...emptyEditor, text, cursor: text.length };
  expect(press([key("backspace")], start).editor.text).toBe("👩‍👩‍👧".repeat(99_999));
});
