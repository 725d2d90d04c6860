import { expect, test } from "vitest";
import { breaksIn } from "./schema-breaks.ts";

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const text = { type: "string" };

test.for<[string, object, object]>([
  ["a new field that may be missing", object({ a: text }), object({ a: text, b: text })],
  ["a field that may be missing now", object({ a: text }, ["a"]), object({ a: text })],
  ["a field that is described no more", object({ a: text }), object({})],
  ["one more value", { enum: ["a"] }, { enum: ["a", "b"] }],
  ["nothing, too", text, { type: ["string", "null"] }],
  ["one more choice", { anyOf: [text] }, { anyOf: [text, { type: "number" }] }],
  ["fractions, too", { type: "integer" }, { type: "number" }],
  ["a wider bound", { type: "number", minimum: 1 }, { type: "number", minimum: 0 }],
  ["any order of choices", { anyOf: [text, { type: "null" }] }, { type: ["null", "string"] }],
])("allows %s", ([, earlier, later]) => {
  expect(breaksIn(earlier as never, later as never)).toEqual([]);
});

test.for<[string, object, object]>([
  ["a field that is required now", object({ a: text }), object({ a: text }, ["a"])],
  ["a new field that is required", object({}), object({ a: text }, ["a"])],
  ["another type", object({ a: text }), object({ a: { type: "number" } })],
  ["a value less", { enum: ["a", "b"] }, { enum: ["a"] }],
  ["no longer nothing", { type: ["string", "null"] }, text],
  ["a choice less", { anyOf: [text, { type: "number" }] }, { anyOf: [text] }],
  ["a narrower bound", { type: "number" }, { type: "number", minimum: 0 }],
  ["a pattern", text, { type: "string", pattern: "^a" }],
  ["no other fields", { type: "object" }, { type: "object", additionalProperties: false }],
  ["other items", { type: "array", items: text }, { type: "array", items: { type: "number" } }],
  ["a break deep inside", object({ a: object({ b: text }) }), object({ a: object({ b: { const: "x" } }) })],
])("tells %s", ([, earlier, later]) => {
  expect(breaksIn(earlier as never, later as never)).toHaveLength(1);
});
