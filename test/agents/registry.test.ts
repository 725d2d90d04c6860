import { expect, test } from "vitest";
import { createRegistry, unreadableLine } from "../../src/agents/index.ts";

const registry = createRegistry({ demoProgram: "/opt/skein/demo-agent.cjs" });

test("an agent is found by its id", () => {
  expect(registry.list().map(({ id }) => id)).toEqual(["demo"]);
  expect(registry.get("demo")).toBe(registry.defaultAgent());
  expect(registry.get("nobody")).toBeNull();
  expect(registry.get("constructor")).toBeNull();
});

test("an unreadable line is shown up to 2 KB, and never ends inside a character", () => {
  const text = "The agent printed a line that Skein could not read.";
  expect(unreadableLine("half a {")).toEqual({
    type: "notice",
    data: { kind: "unreadable_line", text, raw: "half a {" },
  });
  expect(unreadableLine(`x${"\u{1f600}".repeat(1000)}`)).toEqual({
    type: "notice",
    data: { kind: "unreadable_line", text, raw: `x${"\u{1f600}".repeat(511)}` },
  });
});
