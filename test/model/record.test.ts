// Whether a prompt reached the model once, read from the server's record: agents send all of the history, again and again.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Model, startModel } from "../kit/model/model.ts";
import type { Entry } from "../kit/model/request.ts";
import { anthropic } from "./clients/anthropic.ts";
import { type Answer, ask, type Question } from "./clients/client.ts";

const user = (text: string): Entry => ({ kind: "user", text });
const said = (text: string): Entry => ({ kind: "assistant", text });
const call: Entry = { kind: "call", id: "c1", tool: "bash", input: { command: "ls" } };
const result: Entry = { kind: "result", id: "c1", text: "p-1 is in the result, which isn't a prompt" };

let model: Model;
beforeEach(async () => {
  model = await startModel();
});
afterEach(() => model.close());

const tools = [{ name: "bash", schema: { type: "object", properties: { command: { type: "string" } } } }];
const send = (entries: Entry[], rest: Partial<Question> = {}): Promise<Answer> =>
  ask(model, anthropic, { entries, tools, ...rest });

const turns = (marker: string): number => model.turns(marker).length;

async function hangUp(entries: Entry[], gate: string): Promise<void> {
  const patience = new AbortController();
  const sending = send(entries, { signal: patience.signal }).catch(() => {});
  await model.reached(gate);
  patience.abort();
  await sending;
  await expect.poll(() => model.exchanges.at(-1)?.outcome).toBe("abandoned");
}

test("a turn with a tool, and later turns that carry it along, are one", async () => {
  const first = user("p-1 [[run: ls]]");
  await send([first]);
  await send([first, call, result]);
  await send([first, call, result, said("Result"), user("p-2")]);
  expect(turns("p-1")).toBe(1);
  expect(turns("p-2")).toBe(1);
  expect(model.turns("p-1")).toEqual([model.exchanges.slice(0, 2)]);
});

test("a prompt that never reached the model opened no turn, and p-1 is not p-17", async () => {
  await send([user("p-17 [[text: hello]]")]);
  expect(turns("p-1")).toBe(0);
});

test("delivered twice, the prompt is in the history twice", async () => {
  const prompt = user("p-1 [[text: hello]]");
  await send([prompt]);
  await send([prompt, said("hello"), prompt]);
  expect(turns("p-1")).toBe(2);
});

test("delivered twice and merged into one message, it counts twice", async () => {
  await send([user("p-1 [[text: hello]]"), user("p-1 [[text: hello]]")]);
  expect(turns("p-1")).toBe(2);
});

test("retries after errors and cuts are the same turn", async () => {
  const prompt = [user("p-1 [[error: 500 | x1]] [[cut: x2]] [[text: at last]]")];
  await send(prompt);
  await send(prompt);
  expect(await send(prompt)).toMatchObject({ text: "at last" });
  expect(model.exchanges.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
    ["refused", 1],
    ["cut", 2],
    ["answered", 3],
  ]);
  expect(turns("p-1")).toBe(1);
});

test("delivered again by an agent that has forgotten the answered turn, it counts twice", async () => {
  const prompt = [user("p-1 [[text: hello]]")];
  await send(prompt);
  await send(prompt);
  expect(turns("p-1")).toBe(2);
});

test("delivered again after the agent died in mid-turn, it counts twice", async () => {
  const prompt = user("p-1 [[gate: g]] [[text: hello]]");
  await hangUp([prompt], "g");
  model.open("g");
  await send([prompt]);
  expect(turns("p-1")).toBe(2);
});

test("delivered again after an error and another prompt, it counts twice, although the agent has forgotten the first", async () => {
  await send([user("p-1 [[error: 500]]")]);
  await send([user("p-2 [[text: hello]]")]);
  await send([user("p-2 [[text: hello]]"), said("hello"), user("p-1 [[error: 500]]")]);
  expect(turns("p-1")).toBe(2);
});

test("two sessions that get each other's prompts are seen", async () => {
  await send([user("a-1 [[text: hello]]")]);
  await send([user("a-1 [[text: hello]]"), said("hello"), user("b-1 [[text: hello]]")]);
  const [turn] = model.turns("b-1");
  expect(turn?.[0]?.entries).toContainEqual(user("a-1 [[text: hello]]"));
});

test("after an interrupt, the next prompt carries the old one along", async () => {
  const prompt = user("p-1 [[gate: g]]");
  await hangUp([prompt], "g");
  await send([prompt, user("[Request interrupted by user]"), user("p-2 [[text: hello]]")]);
  expect(turns("p-1")).toBe(1);
  expect(turns("p-2")).toBe(1);
});

test("an error in one conversation and the same prompt in another are two turns", async () => {
  const prompt = [user("p-1 [[error: 500 | x1]]")];
  await send(prompt, { headers: { "session-id": "one" } });
  await send(prompt, { headers: { "session-id": "two" } });
  expect(turns("p-1")).toBe(2);
  expect(model.exchanges.map(({ conversation }) => conversation)).toEqual(["one", "two"]);
});

test("a fork carries the prompt along", async () => {
  const prompt = user("p-1 [[text: hello]]");
  await send([prompt], { headers: { "session-id": "one" } });
  await send([prompt, said("hello"), user("p-2")], { headers: { "session-id": "two" } });
  expect(turns("p-1")).toBe(1);
});

test("titles and summaries don't count", async () => {
  const prompt = user("p-1 [[text: hello]]");
  await send([user("Make a title for:"), prompt], { tools: [] });
  await send([prompt]);
  await send([user("Summarise:"), prompt], { tools: [] });
  expect(turns("p-1")).toBe(1);
});
