// A command that an agent calls by a description of it is shown as what runs.
import { expect, test } from "vitest";
import type { Fact } from "../../../../src/agents/index.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const titlesIn = (facts: readonly Fact[]): unknown[] =>
  facts.flatMap((fact) =>
    fact.type === "tool_call" || fact.type === "tool_call_update" ? (fact.data.title ?? []) : [],
  );
const call = { toolCallId: "c", kind: "execute", status: "pending" };

test.for([
  ["Tidy up", { command: "rm -rf build", description: "Tidy up" }, "Run `rm -rf build`"],
  ["rm -rf build", { command: "rm -rf build" }, "rm -rf build"],
  ["Run rm -rf build now", { command: "rm -rf build" }, "Run rm -rf build now"],
  ["Tidy up", { path: "/workspace" }, "Tidy up"],
] as const)("%j with %j is shown as %j", ([title, rawInput, shown]) => {
  expect(titlesIn(AcpTalk.working().update("tool_call", { ...call, title, rawInput }))).toEqual([shown]);
});

test("a description that comes later does not replace the command", () => {
  const talk = AcpTalk.working();
  talk.update("tool_call", { ...call, title: "bash", rawInput: { command: "rm -rf build" } });
  expect(titlesIn(talk.update("tool_call_update", { toolCallId: "c", title: "Tidy up" }))).toEqual([
    "Run `rm -rf build`",
  ]);
});
