import { expect, test } from "vitest";
import { parseJsonPath } from "../../src/home/json-path.ts";

test.for([
  ["id", [{ name: "id" }]],
  ["session.id", [{ name: "session" }, { name: "id" }]],
  [".session_id", [{ name: "session_id" }]],
  ["$.items[0].id", [{ name: "items" }, { index: 0 }, { name: "id" }]],
  ["items[-1]", [{ name: "items" }, { index: -1 }]],
  ["[type=result].text", [{ key: "type", equals: "result" }, { name: "text" }]],
  ["a-b.c d[k=x.y]", [{ name: "a-b" }, { name: "c d" }, { key: "k", equals: "x.y" }]],
] as const)("[A-29] %j is a way to a value", ([text, path]) => {
  expect(parseJsonPath(text)).toEqual(path);
});

test.for(["", ".", "$", "a..b", "a.", "a[", "a[]", "a[x]", "a]b", "a[0]b"])("%j is none", (text) => {
  expect(parseJsonPath(text)).toBeNull();
});
