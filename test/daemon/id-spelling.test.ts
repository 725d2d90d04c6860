// A UUID is the same one in upper and in lower case: some systems write them so, some so.
import { request } from "node:http";
import { expect, test } from "vitest";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const lower = "0192f0c1-aaaa-7bbb-8ccc-ddddeeeeffff";
const upper = lower.toUpperCase();

function ask(daemon: TestDaemon, path: string, { method = "GET", body }: { method?: string; body?: object } = {}) {
  return new Promise<{ status: number; answer: unknown }>((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const asked = request({ socketPath: daemon.paths.socket, path, method, headers }, async (response) => {
      const text = (await response.toArray()).join("");
      resolve({ status: response.statusCode ?? 0, answer: JSON.parse(text) });
    });
    asked.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test("a prompt whose id comes in the other case is the same prompt, and is not sent twice", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working("one");
  const body = (id: string) => ({ id, content: [{ type: "text", text: "two" }] });
  const first = await ask(daemon, `/v1/sessions/${session}/prompts`, { method: "POST", body: body(upper) });
  expect(first.answer).toMatchObject({ id: lower });
  const again = `/v1/sessions/${session.toUpperCase()}/prompts`;
  expect((await ask(daemon, again, { method: "POST", body: body(lower) })).answer).toMatchObject({ replayed: true });
  expect((await daemon.client.queue(session)).items).toMatchObject([{ promptId: lower }]);
});

test("sessions and prompts are found by their ids in either case", async () => {
  const daemon = await testDaemon();
  const { session, promptId } = await daemon.working("one");
  const other = await daemon.send(session, "two");
  const called = session.toUpperCase();
  expect((await ask(daemon, `/v1/sessions/${called}`)).answer).toMatchObject({ session: { id: session } });
  expect((await ask(daemon, `/v1/sessions/${called}/events?limit=1`)).status).toBe(200);
  const outcome = await ask(daemon, `/v1/sessions/${session}/prompts/${promptId.toUpperCase()}`);
  expect(outcome.answer).toMatchObject({ promptId });
  await daemon.client.editPrompt(session, other.toUpperCase(), { after: promptId.toUpperCase() });
  expect((await daemon.client.queue(session)).items).toMatchObject([{ promptId: other, after: promptId }]);
  await daemon.client.changeQueue(session, { clear: true, prompts: [other.toUpperCase()] });
  expect((await daemon.client.queue(session)).items).toEqual([]);
});

test("whoever sends under an id in upper case hears of that prompt", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const content = [{ type: "text" as const, text: "two" }];
  const delivery = await daemon.client.send(session, { id: upper, content });
  expect(delivery).toMatchObject({ kind: "acknowledged", promptId: lower });
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the prompt", () => agent.prompts.includes("two"));
  expect(agent.heard.at(-1)).toMatchObject({ promptId: lower });
});

test("the inbox of some sessions is found by their ids in either case", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const options = [{ id: "yes", label: "Yes", kind: "allow_once" as const }];
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "Run it?", detail: "it", options } });
  await daemon.ofType(session, "permission");
  const { answer } = await ask(daemon, `/v1/permissions?sessions=${session.toUpperCase()}`);
  expect(answer).toMatchObject({ items: [{ session, id: "q1" }] });
});
