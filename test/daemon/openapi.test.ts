// The published documents against a real daemon: what it answers, and what it writes, is what they say.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { unixTransport } from "../../src/client/index.ts";
import type { AnswerOf, OperationName } from "../../src/protocol/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";

type Schema = Record<string, unknown>;
const read = (path: string): Schema => JSON.parse(readFileSync(path, "utf8")) as Schema;

/** Checks a value against one of the definitions. */
function fits(definitions: Schema, name: string, value: unknown): void {
  const schema = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: definitions } as never);
  const { error } = schema.safeParse(JSON.parse(JSON.stringify(value)));
  expect(error?.issues ?? [], name).toEqual([]);
}

/** A session with a life: prompts, words, a tool, a question, an end. */
async function lively(daemon: TestDaemon): Promise<string> {
  const { session, agent } = await daemon.working();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "hello" } });
  agent.say({
    type: "tool_call",
    data: { toolCallId: "c1", title: "ls", kind: "execute", status: "running", input: { command: "ls" } },
  });
  const options = [{ id: "yes", label: "Yes", kind: "allow_once" as const }];
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "ls", detail: "ls", options } });
  await daemon.event(session, ({ type }) => type === "permission");
  await daemon.send(session, "and then this");
  return session;
}

test("GET /v1/openapi.json is the document that is checked in", async () => {
  const daemon = await testDaemon();
  const { status, body } = await unixTransport(daemon.paths.socket)({
    method: "GET",
    path: "/v1/openapi.json",
    headers: {},
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  expect([status, Buffer.concat(chunks).toString()]).toEqual([200, readFileSync("docs/openapi.json", "utf8")]);
});

test("a daemon's answers fit their schema", async () => {
  const daemon = await testDaemon();
  const session = await lively(daemon);
  const { client } = daemon;
  const definitions = read("docs/schemas/answers.json").$defs as Schema;
  const prompt = (await client.queue(session)).items[0]?.promptId ?? "";
  const asked: [string, () => Promise<AnswerOf<OperationName>>][] = [
    ["AgentList", () => client.inspectAgents({ quick: true })],
    ["ResolveAnswer", () => client.resolve({ cwd: daemon.workspace })],
    ["SessionDetail", () => client.session(session)],
    ["EventPageAnswer", () => client.events(session, { after: 0 })],
    ["QueueAnswer", () => client.queue(session)],
    ["PromptAnswer", () => client.promptOutcome(session, prompt)],
    ["InboxAnswer", () => client.inbox()],
    ["PermissionDetail", () => client.permission(session, "q1")],
    ["AttentionList", () => client.attention()],
    ["PolicyAnswer", () => client.policy(daemon.workspace)],
    ["PolicyTest", () => client.testPolicy(session)],
    ["CommandAnswer", () => client.rename(session, "lively")],
    ["SessionAnswer", () => client.create({ cwd: daemon.workspace })],
  ];
  for (const [name, ask] of asked) fits(definitions, name, await ask());
  for (const listed of await client.sessions()) fits(definitions, "ListedSession", listed);
});

test("the events of a log fit their schema, and the schema says no", async () => {
  const daemon = await testDaemon();
  const session = await lively(daemon);
  const definitions = read("docs/schemas/events.json").$defs as Schema;
  const events = daemon.events(session);
  expect(events.length).toBeGreaterThan(8);
  for (const { type, data, by } of events) {
    fits(definitions, type, data);
    fits(definitions, "By", by);
  }
  expect(() => fits(definitions, "turn_end", { turn: 7 })).toThrow();
});
