import fc from "fast-check";
import { expect, test } from "vitest";
import { PromptWatch } from "../../../src/agents/custom/runner/prompt-watch.ts";

const watching = (promptPatterns = ["^> $"], busyPatterns: string[] = []) =>
  new PromptWatch({ promptPatterns, busyPatterns });

test("[A-29] whole lines go on at once; an unfinished one waits, and is no answer when it is the prompt", () => {
  const watch = watching();
  expect(watch.push("one\ntw")).toBe("one\n");
  expect(watch.push("o\n> ")).toBe("two\n");
  expect(watch.settle()).toEqual({ text: "", isAtPrompt: true });
  expect(watch.settle()).toEqual({ text: "", isAtPrompt: false });
});

test("an unfinished line that is no prompt goes on when nothing more comes, and once", () => {
  const watch = watching();
  expect(watch.push("half ")).toBe("");
  expect(watch.settle()).toEqual({ text: "half ", isAtPrompt: false });
  expect(watch.push("a line\n")).toBe("a line\n");
  expect(watch.push("> quoted\n")).toBe("> quoted\n");
  expect(watch.settle()).toEqual({ text: "", isAtPrompt: false });
});

test("an answer may end in the prompt's line, and a prompt may end with its line", () => {
  const watch = watching(["> ", "^READY$"]);
  watch.push("4> ");
  expect(watch.settle()).toEqual({ text: "4", isAtPrompt: true });
  expect(watch.push("5\nREADY\n")).toBe("5\n");
  expect(watch.settle()).toEqual({ text: "", isAtPrompt: true });
});

test("[A-29] busy_patterns keep what looks like a prompt from being one", () => {
  const watch = watching(["> $"], ["thinking"]);
  watch.push("thinking > ");
  expect(watch.settle()).toEqual({ text: "thinking > ", isAtPrompt: false });
  watch.push("\n> ");
  expect(watch.settle().isAtPrompt).toBe(true);
});

test("a line without end is passed on, and its prompt found", () => {
  const watch = watching(["> $"]);
  const passed = Array.from({ length: 50 }, () => watch.push("x".repeat(1000))).join("");
  expect(passed.length).toBeGreaterThan(48_000);
  watch.push("> ");
  const { text, isAtPrompt } = watch.settle();
  expect({ isAtPrompt, text: passed.length + text.length <= 50_000 }).toEqual({ isAtPrompt: true, text: true });
});

test("no word is lost or doubled, wherever chunks end and however often nothing comes", () => {
  const piece = fc.constantFrom("a", "b c", "\n", "\n\n", "> ", " >", "x".repeat(600));
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.boolean())), (pieces) => {
      const watch = watching(["^never$"]);
      const heard = pieces.map(([text, isQuiet]) => watch.push(text) + (isQuiet ? watch.settle().text : ""));
      expect(heard.join("") + watch.settle().text).toBe(pieces.map(([text]) => text).join(""));
    }),
  );
});
