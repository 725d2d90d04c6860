// What a terminal sends, read by read, and the keys that it means.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openKeyboard } from "../../src/cli/terminal/keyboard.ts";
import type { Key } from "../../src/cli/terminal/line-editor.ts";
import { until } from "../kit/until.ts";

function typing() {
  const keys: Key[] = [];
  const sequences: string[] = [];
  const input = new PassThrough();
  const press = (key: Key): void => void keys.push(key);
  const close = openKeyboard(input, new PassThrough(), { press, see: (sequence) => sequences.push(sequence) });
  const reads = (...reads: readonly string[]): void => {
    for (const read of reads) input.emit("data", Buffer.from(read));
  };
  const named = (): string[] =>
    keys.map(
      ({ name, text, isMeta, isPasted }) => `${isMeta ? "alt+" : ""}${isPasted ? "pasted " : ""}${name || text}`,
    );
  return { keys, sequences, close, reads, named };
}

test.for([
  [
    ["\x1b", "n"],
    ["escape", "n"],
  ],
  [
    ["\x1b", "1", "1", "\r"],
    ["escape", "1", "1", "return"],
  ],
  [
    ["\x1b", "\r"],
    ["escape", "return"],
  ],
  [
    ["\x1b", "é"],
    ["escape", "é"],
  ],
  [
    ["no\x1b", "n"],
    ["n", "o", "escape", "n"],
  ],
  [
    ["\x1b\x1b", "n"],
    ["escape", "escape", "n"],
  ],
  [
    ["\x1b", "\x1b", "n"],
    ["escape", "escape", "n"],
  ],
  [
    ["\x1b", "\x1b[A"],
    ["escape", "up"],
  ],
] as const)("%# Esc and a key in a later read are Esc, then that key: %j", ([sent, keys]) => {
  const { reads, named, close } = typing();
  reads(...sent);
  close();
  expect(named()).toEqual(keys);
});

test.for([
  [["\x1b\r"], ["alt+return"]],
  [["\x1b[13;3u"], ["alt+return"]],
  [["\x1b[A"], ["up"]],
  [["\x1b", "[A"], ["up"]],
  [["\x1b[", "A"], ["up"]],
  [["\x1b", "OB"], ["down"]],
  [["\x1bb"], ["alt+b"]],
  [
    ["\x1b[200~a\x1b", "[201~b"],
    ["pasted a", "b"],
  ],
] as const)("%# a sequence stays one key, also where a slow link cuts it: %j", ([sent, keys]) => {
  const { reads, named, close } = typing();
  reads(...sent);
  close();
  expect(named()).toEqual(keys);
});

test("Esc alone is told without another key, and what terminals report is seen", async () => {
  const { reads, named, sequences, close } = typing();
  reads("\x1b[I", "\x1b");
  await until("Esc", () => named().includes("escape"));
  close();
  expect(sequences).toEqual(["\x1b[I", "\x1b"]);
});
