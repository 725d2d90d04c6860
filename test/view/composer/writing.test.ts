// What is put into a prompt: earlier prompts, suggestions, files; and what is shown of prompts on their way.
import { describe, expect, test } from "vitest";
import type { Block } from "../../../src/core/index.ts";
import {
  attachmentRefusal,
  canShrink,
  commandSuggestions,
  earlierPrompts,
  fileName,
  fileSuggestion,
  fileType,
  outgoingPrompts,
  recall,
  shrunkSize,
  suggestionQueryAt,
  withSuggestion,
} from "../../../src/view/index.ts";
import { ada, agent } from "../../kit/events.ts";

const prompt = (text: string, by = ada): Block => ({ kind: "prompt", seq: 1, at: "", promptId: text, text, by });

describe("earlier prompts", () => {
  const prompts = earlierPrompts([
    ...[prompt("fix the test"), prompt("by another agent", agent), prompt("run it\n"), prompt("fix the test")],
  ]);

  test("are those of people, the newest first, each once", () => {
    expect(prompts).toEqual(["fix the test", "run it"]);
  });

  test("are walked through, and lead back to what was typed", () => {
    const first = recall(prompts, { words: "", place: -1 }, 1);
    expect(first?.text).toBe("fix the test");
    const second = first && recall(prompts, first, 1);
    expect(second?.text).toBe("run it");
    expect(second && recall(prompts, second, 1)).toBeNull();
    expect(first && recall(prompts, first, -1)?.text).toBe("");
  });

  test("are found by words", () => {
    const found = recall(prompts, { words: "it run", place: -1 }, 1);
    expect(found?.text).toBe("run it");
    expect(found && recall(prompts, found, -1)?.text).toBe("it run");
  });
});

describe("suggestions", () => {
  test("are asked for by a slash at the beginning, and by an @ at the beginning of a word", () => {
    expect(suggestionQueryAt("/com", 4)).toEqual({ kind: "command", typed: "com", from: 0, to: 4 });
    expect(suggestionQueryAt("see @src/a and", 10)).toEqual({ kind: "file", typed: "src/a", from: 4, to: 10 });
    for (const text of ["a/com", "/compact now", "me@example.org", "plain", "@a b"])
      expect(suggestionQueryAt(text, text.length)).toBeNull();
  });

  test("of commands begin with what was typed, or have it in their description", () => {
    const commands = [
      { name: "review", description: "compare with main" },
      { name: "compact", hint: "[what]" },
    ];
    expect(commandSuggestions(commands, "comp").map(({ name }) => name)).toEqual(["/compact [what]", "/review"]);
  });

  test("take the place of the word, with one space behind; a directory is typed on", () => {
    const asked = suggestionQueryAt("see @a now", 6);
    const file = fileSuggestion({ path: "src/a b.ts", kind: "file" });
    expect(asked && withSuggestion("see @a now", asked, file)).toEqual({ text: "see @src/a b.ts now", caret: 16 });
    expect(fileSuggestion({ path: "src", kind: "directory" }).text).toBe("@src/");
  });
});

describe("files of a prompt", () => {
  test("get names and types that the daemon takes", () => {
    expect(fileName("a/b\n.png", "image/png")).toBe("a_b_.png");
    expect(fileName("", "image/png")).toBe("file.png");
    expect(fileType("Text/Plain;charset=utf-8")).toBe("text/plain");
    expect(fileType("")).toBe("application/octet-stream");
  });

  test("are refused with the reason if they are too many or too big", () => {
    const small = { name: "a", size: 1 };
    expect(attachmentRefusal([small], [small])).toBeNull();
    expect(attachmentRefusal(Array(20).fill(small), [small])).toContain("20 files");
    expect(attachmentRefusal([small], [{ name: "big", size: 21 * 1024 * 1024 }])).toContain("“big”");
  });

  test("huge images are made smaller in proportion; others stay as they are", () => {
    expect(shrunkSize({ width: 6000, height: 3000, bytes: 1 })).toEqual({ width: 2000, height: 1000 });
    expect(shrunkSize({ width: 1000, height: 1000, bytes: 9_000_000 })).toEqual({ width: 1000, height: 1000 });
    expect(shrunkSize({ width: 1000, height: 1000, bytes: 1000 })).toBeNull();
    expect(canShrink("image/gif")).toBe(false);
  });
});

test("prompts on their way are shown until the queue or the transcript shows them", () => {
  const sent = (id: string, state: "waiting" | "saved" | "taken" | "refused", text: string | null = null) => ({
    ...{ id, text: id, attachments: [], state, refusal: text === null ? null : { text } },
  });
  const shown = outgoingPrompts(
    [sent("a", "taken"), sent("b", "saved"), sent("c", "saved"), sent("d", "waiting"), sent("e", "refused", "full")],
    [{ promptId: "b" }],
  );
  expect(shown.map(({ id, mark, reason }) => [id, mark, reason])).toEqual([
    ["c", "saved", null],
    ["d", "waiting", null],
    ["e", "refused", "full"],
  ]);
});
