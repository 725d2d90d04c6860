// No error without a test that reads it: each code in the sources is named by a test outside of this file.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problems } from "../../../src/protocol/index.ts";

const root = join(import.meta.dirname, "../../..");
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith("every-error.test.ts"))
    .map((file) => readFileSync(join(root, file), "utf8"));

/** What stands in for a part of a code that is written as a template. */
const templates: Readonly<Record<string, readonly string[]>> = {
  "turn_${reason}": ["turn_failed", "turn_refused", "turn_limit"],
  "${outcome.what}_held": ["queue_held", "prompt_held"],
};

/** Codes of failures: `code: "…"`, `code: cond ? "…" : "…"`, or a template. */
function failureCodes(): string[] {
  const members = read("src/cli/**/*.ts").flatMap((text) =>
    [...text.matchAll(/\bcode: ([^\n]*)/g)].map(([, it]) => it!),
  );
  return members.flatMap((member) => [
    ...[...member.matchAll(/"([a-z]+(?:_[a-z]+)*)"/g)].map(([, code]) => code!),
    ...[...member.matchAll(/`([^`]+)`/g)].flatMap(([, template]) => templates[template!] ?? [`\`${template}\``]),
  ]);
}

/** The fixed words of messages that begin with `new Failure("…"` or `usageFailure("…"`. */
function messages(): string[] {
  const made = /(?:new Failure|usageFailure)\(\s*(?:"([^"]+)"|`([^`]+)`)/g;
  return read("src/cli/**/*.ts").flatMap((text) =>
    [...text.matchAll(made)].map(([, plain, template]) => plain ?? template!),
  );
}

test("each code of a failure is named by a test", () => {
  const tests = read("test/**/*.test.ts").join("\n");
  const codes = [...new Set(failureCodes())];
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([]);
});

test("each code of a problem is made somewhere, and named by a test", () => {
  const tests = read("test/**/*.test.ts").join("\n");
  const sources = read("src/{core,session,daemon}/**/*.ts").join("\n");
  const codes = Object.keys(problems);
  expect(codes.filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
  expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([]);
});

test("the words of each failure are read by a test", () => {
  const tests = read("test/**/*.test.ts").join("\n").replaceAll("\\n", "\n").replaceAll('\\"', '"');
  const longest = (message: string): string =>
    message
      .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
      .sort((a, b) => b.length - a.length)[0]!
      .trim();
  const texts = messages()
    .map(longest)
    .filter((text) => /\w{2}/.test(text));
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((text) => !tests.includes(text))).toEqual([]);
});
