// Texts of the transcript: output of programs, titles, durations, sizes, who and from where.
import { describe, expect, test } from "vitest";
import {
  answerLabel,
  bytesText,
  durationText,
  outputText,
  placeText,
  senderText,
  shortenLines,
  titleParts,
} from "../../../src/view/index.ts";

describe("output", () => {
  test("colours, cursor movements and titles of windows are gone", () => {
    expect(
      outputText("\u001b[31mred\u001b[0m \u001b]0;title\u0007\u001b]8;;http://a\u001b\\link\u001b(B\u001b[2K!"),
    ).toBe("red link!");
    expect(outputText("a\u001b]0;never closed\nb")).toBe("a\nb");
    expect(outputText("a\u0000b\u0008c\u007f\u009b")).toBe("abc");
  });

  test("of a line that was written over, the last state is shown", () => {
    expect(outputText("10 %\r50 %\r100 %\ndone\r\n")).toBe("100 %\ndone\n");
    expect(outputText("10 %\r")).toBe("10 %");
  });

  test("long output keeps its beginning and its end", () => {
    const text = Array.from({ length: 40 }, (_, index) => `${index}`).join("\n");
    expect(shortenLines(text, { first: 2, last: 1 })).toEqual({ head: "0\n1", tail: "39", hidden: 37 });
    expect(shortenLines("a\nb\nc\nd\ne", { first: 2, last: 1 })).toEqual({
      head: "a\nb\nc\nd\ne",
      tail: "",
      hidden: 0,
    });
  });
});

test("a title has its subject as code, is one line, and hides nothing", () => {
  expect(titleParts("Run `npm test`")).toEqual([
    { text: "Run ", isCode: false },
    { text: "npm test", isCode: true },
  ]);
  expect(
    titleParts("Run `rm -rf x`\n\n\n\n `ls`")
      .map(({ text }) => text)
      .join(""),
  ).toBe("Run rm -rf x ls");
  expect(titleParts("a\u202eb")).toEqual([{ text: "a⟨U+202E⟩b", isCode: false }]);
});

test("durations and sizes", () => {
  expect([0, 999, 1000, 59_949, 59_960, 61_000, 3_720_000].map(durationText)).toEqual([
    ...["0ms", "999ms", "1.0s", "59.9s", "1m 00s", "1m 01s", "1h 02m"],
  ]);
  expect([1, 999, 1000, 15_400, 999_999, 1_200_000, 3e9].map(bytesText)).toEqual([
    ...["1 byte", "999 bytes", "1.0 KB", "15 KB", "1.0 MB", "1.2 MB", "3.0 GB"],
  ]);
});

test("who did something, and from where", () => {
  expect(senderText({ kind: "client", name: "web", device: "phone" })).toBe("You");
  expect(senderText({ kind: "client", name: "tool", address: "hidden" })).toBe("tool");
  expect(senderText({ kind: "agent", name: "codex" })).toBe("codex");
  expect(placeText({ kind: "client", name: "web", device: "phone" })).toBe("phone, web");
  expect(placeText({ kind: "client" })).toBeNull();
});

test("an answer with which a person made a rule holds from now on; one of a rule is told as it was", () => {
  const options = [{ id: "yes", label: "Allow", kind: "allow_once" as const }];
  const answer = { options, option: "yes", answerRule: 'paths = ["src/f2.ts"]' };
  expect(answerLabel({ ...answer, by: { kind: "client" } })).toBe("Allow from now on, by a rule");
  expect(answerLabel({ ...answer, by: { kind: "policy" } })).toBe("Allow");
  expect(answerLabel({ options, option: "yes", by: { kind: "client" } })).toBe("Allow");
});
