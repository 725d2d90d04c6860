// In what OpenCode differs from other agents that speak ACP.
import { expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { createAcpDriver } from "../../../src/agents/kit/acp/driver.ts";
import { opencode } from "../../../src/agents/opencode/acp.ts";
import { contextFor } from "../../contracts/recording.ts";

const driver = createAcpDriver(opencode, "acp");

/** A conversation that is open, in a mode. */
function open(mode: string | null) {
  const context = { ...contextFor("r1"), mode };
  let { state, writes } = driver.open(context, null);
  const facts: Fact[] = [];
  for (const result of [{ protocolVersion: 1 }, { sessionId: "ses_1" }, {}]) {
    const { id } = JSON.parse(writes[0] ?? "{}");
    if (id === undefined) break;
    const reaction = driver.read(state, JSON.stringify({ jsonrpc: "2.0", id, result }));
    ({ state, writes } = reaction);
    facts.push(...reaction.facts);
  }
  return { state, facts };
}

test("[C-16] a mode is the environment of its process, and another one needs another process", () => {
  expect(driver.transport).toBe("acp");
  const argv = (mode: string | null) => driver.launch({ ...contextFor("r1"), mode }).argv;
  expect(argv(null)).toEqual(["/usr/bin/env", "/bin/agent", "acp"]);
  expect(argv("code")[1]).toBe('OPENCODE_PERMISSION={"edit":"allow","bash":"ask"}');
  const { state, facts } = open("code");
  expect(facts).toMatchObject([{ type: "bound", nativeId: "ses_1" }]);
  expect(driver.configure(state, { mode: "auto", model: null })).toBeNull();
  expect(driver.configure(state, { mode: "code", model: null })).not.toBeNull();
});

test("[C-08] a path at the beginning of a prompt is no command", () => {
  const { writes } = driver.deliver(open(null).state, { promptId: "p1", text: "/etc/hosts is a path" });
  expect(JSON.parse(writes[0]!).params.prompt).toEqual([{ type: "text", text: "\u200b/etc/hosts is a path" }]);
});

test.for([
  ["invalid key", "not_logged_in"],
  ["Incorrect API key provided: sk-1", "not_logged_in"],
  ["API key not valid. Please pass a valid API key.", "not_logged_in"],
  ["The key of the map is wrong", "turn_failed"],
] as const)("a vendor that refuses the key is known by its words: %s", ([message, code]) => {
  const { state, writes } = driver.deliver(open(null).state, { promptId: "p1", text: "go" });
  const { id } = JSON.parse(writes[0]!);
  const error = { code: -32603, message: `Internal error: ${message}` };
  const { facts } = driver.read(state, JSON.stringify({ jsonrpc: "2.0", id, error }));
  expect(facts[0]).toMatchObject({ type: "error", data: { code } });
});

test.for([
  ["execute", "Always allow commands that start like this one"],
  ["edit", "Always allow this and all edits"],
  ["other", "Always allow"],
] as const)("[M-27] a yes for the session says what OpenCode would remember: %s", ([kind, label]) => {
  const options = [{ optionId: "always", name: "Always allow", kind: "allow_always" }];
  const params = { sessionId: "ses_1", toolCall: { toolCallId: "c", title: "Do it", kind }, options };
  const line = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session/request_permission", params });
  const { facts } = driver.read(open(null).state, line);
  expect(facts.at(-1)).toMatchObject({ data: { options: [{ label }, { label: "Deny" }] } });
});
