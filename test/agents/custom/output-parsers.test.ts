import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Output } from "../../../src/agents/custom/protocol.ts";
import { outputParsers, type Said } from "../../../src/agents/custom/runner/output-parsers.ts";
import { parseJsonPath } from "../../../src/home/json-path.ts";

const output = (format: Output["format"], response: string | null = "answer"): Output => ({
  format,
  response: response === null ? null : parseJsonPath(response),
  session: parseJsonPath("session.id"),
  error: parseJsonPath("error"),
});

function said(format: Output["format"], ...chunks: string[]): Said[] {
  const parser = outputParsers[format](output(format));
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()];
}

const unlike = (format: string, why: string) => ({
  type: "notice",
  kind: "unlike_config",
  text: `The tool's output could not be read as ${format}: ${why}. It is shown unchanged.`,
});

test("[A-31] text is what it is", () => {
  expect(said("text", "one\n", "\ntwo")).toEqual([
    { type: "text", message: 1, text: "one\n" },
    { type: "text", message: 1, text: "\ntwo" },
  ]);
});

test("[A-29] [A-31] one document has the response, the session and perhaps an error", () => {
  const document = JSON.stringify({ session: { id: "s1" }, answer: "yes", error: "" }, null, 2);
  const found = [
    { type: "session", id: "s1" },
    { type: "text", message: 2, text: "yes" },
  ];
  expect(said("json", document.slice(0, 9), document.slice(9))).toEqual(found);
  expect(said("json", `loading…\n${document}\n`)).toEqual([{ type: "text", message: 1, text: "loading…\n" }, ...found]);
  expect(said("json", '{"error":{"message":"no key"}}').filter(({ type }) => type === "failed")).toEqual([
    { type: "failed", text: "no key" },
  ]);
  expect(said("json", '{"answer":"it broke","error":true}').at(-1)).toEqual({ type: "failed", text: "it broke" });
  expect(said("json", "")).toEqual([]);
});

test("[A-31] of lines, each with a response is a message; a line that is no JSON is text; others are the tool's own affair", () => {
  const lines = ['{"session":{"id":7}}', "a warning", '{"tick":1}', '{"answer":"one"}', '{"answer":"two"}'].join("\n");
  const expected = [
    { type: "session", id: "7" },
    { type: "text", message: 1, text: "a warning\n" },
    { type: "text", message: 2, text: "one" },
    { type: "text", message: 3, text: "two" },
  ];
  expect(said("jsonl", lines)).toEqual(expected);
  expect(said("jsonl", ...lines)).toEqual(expected);
});

const lengthOf = (value: unknown): number => (value as { length: number }).length;

/** How many characters and bytes are split, decoded or copied meanwhile. */
function handled(act: () => void): number {
  let sum = 0;
  const count = (object: object, method: string, sizeOf: (self: unknown, first: unknown) => number): void => {
    const original = Reflect.get(object, method) as (...args: unknown[]) => unknown;
    vi.spyOn(object as Record<string, typeof original>, method).mockImplementation(function (this: unknown, ...args) {
      sum += sizeOf(this, args[0]);
      return original.apply(this, args);
    });
  };
  count(String.prototype, "split", lengthOf);
  count(String.prototype, "concat", lengthOf);
  count(TextDecoder.prototype, "decode", (_, bytes) => lengthOf(bytes));
  count(Uint8Array.prototype, "set", (_, bytes) => lengthOf(bytes));
  act();
  vi.restoreAllMocks();
  return sum;
}

test("[A-31] a line in a thousand pieces is put together once, not anew with each piece", () => {
  const line = `${JSON.stringify({ answer: "x".repeat(100_000) })}\n`;
  const pieces = line.match(/.{1,100}/gs) ?? [];
  let found: Said[] = [];
  const work = handled(() => {
    found = said("jsonl", ...pieces);
  });
  expect(found).toEqual([{ type: "text", message: 1, text: "x".repeat(100_000) }]);
  expect(work).toBeGreaterThan(line.length);
  expect(work).toBeLessThan(4 * line.length);
});

test("[A-31] output that is not understood is shown as it is, with a notice that says so", () => {
  expect(said("json", "oops {")).toEqual([
    { type: "text", message: 1, text: "oops {" },
    unlike("json", "it is not JSON"),
  ]);
  const missing = unlike("json", "there is no value at response_json_path");
  expect(said("json", '{"reply":1}')).toEqual([{ type: "text", message: 2, text: '{"reply":1}' }, missing]);
  expect(said("jsonl", '{"reply":1}\n{"reply":2}')).toEqual([
    { type: "text", message: 1, text: '{"reply":1}\n{"reply":2}' },
    { ...missing, text: missing.text.replace("json:", "jsonl:") },
  ]);
});

test("any output can be parsed", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("text", "json", "jsonl"),
      fc.array(fc.oneof(fc.string(), fc.json(), fc.constant("\n"))),
      (format, chunks) => {
        const all = said(format as Output["format"], ...chunks);
        if (chunks.join("").trim() !== "" && format === "text") expect(all.length).toBeGreaterThan(0);
      },
    ),
  );
});
