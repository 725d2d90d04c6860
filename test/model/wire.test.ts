// The scripted model in every wire format that agents speak: the same conversations, said and read four times.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Model, startModel } from "../kit/model/model.ts";
import type { Entry } from "../kit/model/request.ts";
import { anthropic } from "./clients/anthropic.ts";
import { chat } from "./clients/chat.ts";
import { type Answer, ask, type Question } from "./clients/client.ts";
import { gemini } from "./clients/gemini.ts";
import { responses } from "./clients/responses.ts";

const shell = {
  name: "bash",
  schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
};
const tools = [shell];

const user = (text: string): Entry => ({ kind: "user", text });
const call = (id: string, command: string): Entry => ({ kind: "call", id, tool: "bash", input: { command } });
const result = (id: string, text: string): Entry => ({ kind: "result", id, text });

let model: Model;
beforeEach(async () => {
  model = await startModel();
});
afterEach(() => model.close());

describe.each([
  {
    format: anthropic,
    events: [
      "message_start",
      "ping",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ],
    stops: { done: "end_turn", calls: "tool_use", length: "max_tokens" },
    overloaded: 529,
  },
  {
    format: chat,
    events: ["start", "thinking", "text", "call", "finish", "usage", "[DONE]"],
    stops: { done: "stop", calls: "tool_calls", length: "length" },
    overloaded: 503,
  },
  {
    format: responses,
    events: [
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.delta",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ],
    stops: { done: "completed", calls: "completed", length: "incomplete" },
    overloaded: 503,
  },
  {
    format: gemini,
    events: ["thinking", "text", "call", "finish"],
    stops: { done: "STOP", calls: "STOP", length: "MAX_TOKENS" },
    overloaded: 503,
  },
])("$format.name", ({ format, events, stops, overloaded }) => {
  const say = (prompt: string, rest: Partial<Question> = {}): Promise<Answer> =>
    ask(model, format, { entries: [user(prompt)], tools, ...rest });
  const everything = "[[think: Hm, well]] [[text: I will look]] [[run: ls]]";

  test("thinking, text in chunks and a tool call come in the vendor's events", async () => {
    const answer = await say(everything);
    expect(answer).toEqual({
      status: 200,
      retryAfter: null,
      message: null,
      events,
      thinking: "Hm, well",
      text: "I will look",
      chunks: ["I ", "will ", "look"],
      calls: [{ tool: "bash", input: { command: "ls" } }],
      stop: stops.calls,
      usage: { input: 100, output: 20, cached: 0 },
      isBroken: false,
    });
  });

  test("without streaming, the same comes as one document", async () => {
    const { thinking, text, calls, stop } = await say(everything, { isStream: false });
    expect({ thinking, text, calls, stop }).toEqual({
      thinking: "Hm, well",
      text: "I will look",
      calls: [{ tool: "bash", input: { command: "ls" } }],
      stop: stops.calls,
    });
  });

  test("usage and the reason to stop are as scripted", async () => {
    const answer = await say("[[text: a]] [[usage: input 7 | output 3 | cached 2]]");
    expect(answer).toMatchObject({ stop: stops.done, usage: { input: 7, output: 3, cached: 2 } });
    expect(await say("[[text: a]] [[length]]")).toMatchObject({ stop: stops.length });
  });

  test("the history tells which reply is next: tool, result, tool, result, text", async () => {
    const prompt = user("[[run: one]] [[run: two]] [[text: all done]]");
    const first = [prompt, call("c1", "one"), result("c1", "1")];
    const second = [...first, call("c2", "two"), result("c2", "2")];
    expect((await ask(model, format, { entries: [prompt], tools })).calls).toMatchObject([
      { input: { command: "one" } },
    ]);
    expect((await ask(model, format, { entries: first, tools })).calls).toMatchObject([{ input: { command: "two" } }]);
    expect(await ask(model, format, { entries: second, tools })).toMatchObject({ text: "all done", calls: [] });
  });

  test("two calls of one reply have one result each", async () => {
    const prompt = user("[[run: one]] [[and]] [[run: two]] [[text: all done]]");
    const { calls } = await ask(model, format, { entries: [prompt], tools });
    expect(calls.map(({ input }) => input)).toEqual([{ command: "one" }, { command: "two" }]);
    const both = [prompt, call("c1", "one"), call("c2", "two"), result("c1", "1"), result("c2", "2")];
    expect(await ask(model, format, { entries: both, tools })).toMatchObject({ text: "all done" });
  });

  test("a script that ends with a tool gets the result said", async () => {
    const entries = [user("[[run: one]]"), call("c1", "one"), result("c1", "it was\n 1")];
    expect(await ask(model, format, { entries, tools })).toMatchObject({ text: "Result: it was 1" });
  });

  test.each([400, 401, 429, 500] as const)("error %d", async (status) => {
    const retryAfter = status === 429 ? "1" : null;
    const message = `scripted error ${status}`;
    expect(await say(`[[error: ${status}]]`)).toMatchObject({ status, retryAfter, message });
  });

  test("overloaded, with a time to wait", async () => {
    expect(await say("[[error: overloaded | after 3]]")).toMatchObject({ status: overloaded, retryAfter: "3" });
  });

  test("an error that passes", async () => {
    const prompt = "[[error: 500 | x2]] [[text: at last]]";
    const answers = [await say(prompt), await say(prompt), await say(prompt)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [500, ""],
      [500, ""],
      [200, "at last"],
    ]);
  });

  test("an error in mid-stream", async () => {
    const answer = await say("[[text: so far]] [[error: overloaded]]");
    expect(answer).toMatchObject({ status: 200, text: "so far", message: "scripted error overloaded", stop: null });
  });

  test("a stream that is cut, and not the next time", async () => {
    const prompt = "[[text: so far]] [[cut: x1]] [[text: and on]]";
    expect(await say(prompt)).toMatchObject({ status: 200, text: "so far", isBroken: true, stop: null });
    expect(await say(prompt)).toMatchObject({ text: "so farand on", isBroken: false, stop: stops.done });
  });

  test("a gate holds the stream until it is opened", async () => {
    const answering = say("[[text: before]] [[gate: g]] [[text: after]]");
    await model.reached("g");
    expect(model.exchanges).toMatchObject([{ outcome: "answering" }]);
    model.open("g");
    expect(await answering).toMatchObject({ text: "beforeafter" });
    expect(model.exchanges).toMatchObject([{ outcome: "answered" }]);
  });

  test("a client that disconnects is noticed", async () => {
    const patience = new AbortController();
    const answering = say("[[text: before]] [[gate: g]]", { signal: patience.signal });
    await model.reached("g");
    patience.abort();
    await answering.catch(() => {});
    await expect.poll(() => model.exchanges[0]?.outcome).toBe("abandoned");
  });

  test("questions beside the conversation get a short answer, or JSON of the shape they want", async () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, kind: { enum: ["a", "b"] }, count: { type: "integer" } },
      required: ["title", "kind"],
    };
    const aside: Partial<Question> = { tools: [], isStream: false };
    expect(await say("Make a title: [[error: 500]]", aside)).toMatchObject({ text: "A short answer" });
    const { text } = await say("Make JSON: [[error: 500]]", { ...aside, answerSchema: schema });
    expect(JSON.parse(text)).toEqual({ title: "anything", kind: "a" });
    expect(model.exchanges.map(({ isAside }) => isAside)).toEqual([true, true]);
  });

  test("only the model's own key is accepted, and no key is written down", async () => {
    const key = "sk-of-somebody-else";
    expect(await say("[[text: hello]]", { key })).toMatchObject({ status: 401, message: "invalid key" });
    await say("[[text: hello]]");
    expect(model.exchanges.map(({ isAuthorized, outcome }) => [isAuthorized, outcome])).toEqual([
      [false, "refused"],
      [true, "answered"],
    ]);
    expect(JSON.stringify(model.exchanges)).not.toMatch(new RegExp(`${key}|${model.key}`));
  });

  test("the record has the conversation as the agent sent it", async () => {
    const entries = [
      user("<context>\nabout here\n</context>"),
      user("exactly this "),
      call("c1", "ls"),
      result("c1", "a\nb"),
    ];
    await ask(model, format, { entries, tools });
    expect(model.exchanges).toMatchObject([{ wire: format.name, entries, tools: ["bash"], prompt: "exactly this " }]);
  });
});
