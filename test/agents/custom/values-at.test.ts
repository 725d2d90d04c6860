import fc from "fast-check";
import { expect, test } from "vitest";
import { valuesAt } from "../../../src/agents/custom/runner/values-at.ts";
import { parseJsonPath } from "../../../src/home/json-path.ts";

const at = (json: unknown, path: string): unknown[] => valuesAt(json, parseJsonPath(path)!);

const message = {
  type: "message",
  id: 7,
  parts: [
    { kind: "thought", text: "hm" },
    { kind: "text", text: "a" },
    { kind: "text", text: "b" },
  ],
  no: null,
};

test.for([
  ["id", [7]],
  ["parts[0].text", ["hm"]],
  ["parts[-1].text", ["b"]],
  ["parts[9].text", []],
  ["parts[kind=text].text", ["a", "b"]],
  ["[type=message].id", [7]],
  ["[type=other].id", []],
  ["id.more", []],
  ["no", []],
  ["toString", []],
] as const)("[A-29] %s", ([path, values]) => {
  expect(at(message, path)).toEqual(values);
});

test("any JSON can be looked at", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(at(json, "a[0][k=v].b")).toBeInstanceOf(Array);
    }),
  );
});
