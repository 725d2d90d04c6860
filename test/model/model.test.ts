// The scripted model apart from wire formats: scripts in code, gates, memory, what agents ask for besides.
import { once } from "node:events";
import { request } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Model, startModel } from "../kit/model/model.ts";
import type { Entry } from "../kit/model/request.ts";
import { anthropic } from "./clients/anthropic.ts";
import { type Answer, ask } from "./clients/client.ts";

const user = (text: string): Entry => ({ kind: "user", text });

let model: Model;
beforeEach(async () => {
  model = await startModel();
});
afterEach(() => model.close());

const tools = [{ name: "bash", schema: { type: "object", properties: { command: { type: "string" } } } }];
const send = (...texts: string[]): Promise<Answer> => ask(model, anthropic, { entries: texts.map(user), tools });

test("without a script it says which prompt it was", async () => {
  expect(await send("hello")).toMatchObject({ text: "This was prompt 1." });
  expect(await send("hello", "<context>\nyou know\n</context>", "and again")).toMatchObject({
    text: "This was prompt 2.",
  });
});

test("a script in code is for prompts without directives", async () => {
  model.script("[[text: scripted]]");
  expect(await send("hello")).toMatchObject({ text: "scripted" });
  expect(await send("hello [[text: my own]]")).toMatchObject({ text: "my own" });
});

test("a script for some prompts goes before their directives", async () => {
  model.script("[[text: everyone]]");
  model.script([{ do: "text", text: "with ]] in it" }], "p-1");
  expect(await send("p-1 [[text: my own]]")).toMatchObject({ text: "with ]] in it" });
  expect(await send("p-1 [[text: my own]]", "p-2")).toMatchObject({ text: "everyone" });
});

test("what was noted in earlier turns is remembered", async () => {
  expect(await send("[[note: tulip]]", "[[note: rose]]", "[[recall]]")).toMatchObject({
    text: "I remember: tulip, rose.",
  });
  expect(await send("[[recall]]")).toMatchObject({ text: "I remember: nothing." });
});

test("long texts come word by word, and no two words are the same", async () => {
  const { chunks } = await send("[[words: 300]]");
  expect(new Set(chunks).size).toBe(300);
  expect((await send("[[words: 300 | 100]]")).chunks).toHaveLength(3);
});

test("slow text comes word by word", async () => {
  const start = performance.now();
  expect(await send("[[slow: 10]] [[text: a b c d]]")).toMatchObject({ chunks: ["a ", "b ", "c ", "d"] });
  expect(performance.now() - start).toBeGreaterThan(30);
});

test("a gate stays open", async () => {
  model.open("g");
  expect(await send("[[gate: g]] [[text: a]]")).toMatchObject({ text: "a" });
});

test("a prompt of a megabyte is recorded exactly", async () => {
  const prompt = ` -p "x" \u202e é \r\n${"a 1 é\n".repeat(150_000)}  `;
  await send(prompt);
  expect(model.exchanges[0]?.prompt).toBe(prompt);
});

test("a tool that the agent doesn't offer is named", async () => {
  expect(await send("[[write: /f | x]]")).toMatchObject({ text: "No tool to write among bash." });
});

test("a stream that hangs ends with the server", async () => {
  model.open("g");
  const answering = send("[[text: a]] [[gate: g]] [[hang]]");
  await model.reached("g");
  const { exchanges } = model;
  await model.close();
  expect(await answering).toMatchObject({ isBroken: true });
  expect(exchanges).toMatchObject([{ outcome: "abandoned" }]);
  model = await startModel();
});

test("tokens can be counted and models listed; the rest isn't there", async () => {
  const get = async (path: string): Promise<unknown> => (await fetch(`${model.url}${path}`)).json();
  expect(await get("/v1/messages/count_tokens")).toEqual({ input_tokens: 100 });
  expect(await get("/v1beta/models/m:countTokens")).toEqual({ totalTokens: 100 });
  expect(await get("/v1/models")).toMatchObject({ data: [{ id: "scripted-model" }] });
  expect(await get("/telemetry")).toEqual({ error: { message: "nothing at /telemetry" } });
  expect(model.strays).toEqual([
    "GET /v1/messages/count_tokens",
    "GET /v1beta/models/m:countTokens",
    "GET /v1/models",
    "GET /telemetry",
  ]);
});

test("as a proxy it lets nobody out, and says who wanted to", async () => {
  const { hostname, port } = new URL(model.url);
  const outward = request({ hostname, port, method: "CONNECT", path: "example.org:443" }).end();
  const [response] = await once(outward, "connect");
  expect(response.statusCode).toBe(403);
  expect(model.strays).toEqual(["CONNECT example.org:443"]);
});

test("a request that can't be read is refused, and close says so", async () => {
  const response = await fetch(`${model.url}/v1/messages`, { method: "POST", body: '{"messages": 1}' });
  expect(response.status).toBe(400);
  await expect(model.close()).rejects.toThrow("messages");
  model = await startModel();
});
