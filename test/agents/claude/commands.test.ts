// Which commands of Claude Code can be sent: what it lists, without what would leave the session's conversation.
import { expect, test } from "vitest";
import { Life, stream } from "./life.ts";

const commands = [
  { name: "hello", description: "Says hello (project)", argumentHint: "" },
  { name: "usage", description: "Costs", argumentHint: "", aliases: ["cost", "stats"], builtin: true },
  { name: "compact", description: "Sums up", argumentHint: "<instructions>", builtin: true },
  { name: "clear", description: "Begins another conversation", aliases: ["reset", "new"], builtin: true },
  { name: "__remote-workflow", description: "For servers", builtin: true },
  { odd: true },
];

const listed = {
  type: "commands",
  commands: [
    { name: "hello", description: "Says hello (project)" },
    { name: "usage", description: "Costs", aliases: ["cost", "stats"] },
    { name: "compact", description: "Sums up", hint: "<instructions>" },
  ],
};

test("they are known when the agent is ready, and again when they change", () => {
  const life = new Life(stream);
  const response = { subtype: "success", request_id: "initialize-1", response: { commands } };
  expect(life.say({ type: "control_response", response })).toContainEqual(listed);
  expect(life.say({ type: "system", subtype: "commands_changed", commands })).toEqual([listed]);
});

test("a version that lists none says nothing of them", () => {
  const life = new Life(stream);
  const response = { subtype: "success", request_id: "initialize-1", response: {} };
  expect(life.say({ type: "control_response", response }).map(({ type }) => type)).toEqual(["bound"]);
});
