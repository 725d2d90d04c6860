import { expect, test } from "vitest";
import { type HostEnvironment, pageEnvironment, plainProcess } from "../../src/client/host-environment.ts";
import { Skein } from "../../src/client/skein.ts";
import { until } from "../kit/until.ts";
import { type Connection, FakeServer, lines } from "./fake-server.ts";
import { ManualWait } from "./manual-wait.ts";

const answer = { id: "p1", session: "s", seq: 4, outcome: { state: "queued", position: 0 } };
const good: Connection = { chunks: [JSON.stringify(answer)] };
const replayed: Connection = { chunks: [JSON.stringify({ ...answer, replayed: true })] };
/** Takes the prompt and never answers. */
const silent: Connection = { chunks: [], end: "open" };
const hello = { frame: "hello", epoch: "e", firstSeq: 1, head: 3, after: 3 };
const event = (seq: number, type: string, data: object) => ({ session: "s", seq, at: "", type, by: {}, data });

function sending(script: readonly Connection[], environment: HostEnvironment = plainProcess) {
  const server = new FakeServer(script);
  const time = new ManualWait();
  const own = { transport: server.transport, name: "test", wait: time.wait, newId: () => "new" };
  const client = new Skein({ ...own, environment: environment });
  const wish = { id: "p1", content: [{ type: "text" as const, text: "go" }] };
  /** One attempt after the other gets no answer in its time. */
  const passOver = async (attempts: number, ms: number): Promise<void> => {
    for (let n = 1; n <= attempts; n++) {
      await until(`attempt ${n}`, () => server.requests.length >= n && time.left.includes(ms));
      time.pass(ms);
    }
  };
  return { server, time, client, passOver, send: (how = {}) => client.send("s", wish, how) };
}

const idsOf = ({ requests }: FakeServer): unknown[] =>
  requests.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body).id]));

test("an answer in time is all there is to it", async () => {
  const { server, time, send } = sending([good]);
  expect(await send()).toEqual({ kind: "acknowledged", promptId: "p1", seq: 4, answer });
  expect([idsOf(server), time.left]).toEqual([["p1"], []]);
});

test.for([
  ["a program", plainProcess, 15_000],
  ["a page on a desk", pageEnvironment({ navigator: { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" } }), 15_000],
  ["a page that is told to be a phone's", pageEnvironment({ navigator: { userAgentData: { mobile: true } } }), 30_000],
  [
    "a page that calls itself a phone's",
    pageEnvironment({ navigator: { userAgent: "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148" } }),
    30_000,
  ],
] as const)(
  "[M-23] %s without an answer in its time sends it once more, under the same id",
  async ([, environment, withinMs]) => {
    const { server, send, time } = sending([silent, replayed], environment);
    const delivery = send();
    await until("the first attempt", () => time.left.length === 1);
    expect(time.left).toEqual([withinMs]);
    time.pass(withinMs);
    expect(await delivery).toMatchObject({ kind: "acknowledged", answer: { replayed: true } });
    expect([idsOf(server), server.closed]).toEqual([["p1", "p1"], 2]);
  },
);

test("[M-23] after the second silence it is not known, and the id is told for another try", async () => {
  const { server, send, passOver } = sending([silent, silent]);
  const delivery = send();
  await passOver(2, 15_000);
  expect(await delivery).toEqual({ kind: "not_known", promptId: "p1", cause: null });
  expect(idsOf(server)).toEqual(["p1", "p1"]);
});

test("a connection that stays broken leaves it not known, and a refusal is a refusal", async () => {
  const lost: Connection = { chunks: ['{"id":'], end: "lost" };
  const broken = sending(Array.from({ length: 30 }, () => lost));
  const delivery = broken.send({ withinMs: 1e9 });
  for (let n = 1; n <= 20; n++) {
    await until(`attempt ${n}`, () => broken.time.left.length === 2);
    broken.time.pass(2000);
  }
  expect(await delivery).toMatchObject({ kind: "not_known", promptId: "p1", cause: { kind: "lost" } });
  const full = { code: "queue_full", detail: "100 prompts are queued already." };
  const refused = sending([{ status: 429, chunks: [JSON.stringify(full)] }]);
  await expect(refused.send()).rejects.toMatchObject({ code: "queue_full" });
});

const refusing = (code: string, status: number): Connection => ({
  status,
  chunks: [JSON.stringify({ code, detail: "Why it is so." })],
});

test("a log that can't be written does not know whether it has the prompt", async () => {
  const { server, send } = sending([refusing("fenced", 507)]);
  expect(await send()).toMatchObject({ kind: "not_known", promptId: "p1", cause: { code: "fenced" } });
  expect(idsOf(server)).toEqual(["p1"]);
});

test("a daemon that only shuts down says nothing of what the one before it took", async () => {
  const lost: Connection = { chunks: ['{"id":'], end: "lost" };
  const { send, time } = sending([lost, ...Array.from({ length: 30 }, () => refusing("draining", 503))]);
  const delivery = send({ withinMs: 1e9 });
  for (let n = 1; n <= 20; n++) {
    await until(`attempt ${n}`, () => time.left.length === 2);
    time.pass(2000);
  }
  expect(await delivery).toMatchObject({ kind: "not_known", promptId: "p1", cause: { code: "draining" } });
});

test("an error of the daemon after an attempt that was not answered leaves it not known; at once it is an error", async () => {
  const after = sending([silent, refusing("internal", 500)]);
  const delivery = after.send();
  await after.passOver(1, 15_000);
  expect(await delivery).toMatchObject({ kind: "not_known", promptId: "p1", cause: { code: "internal" } });
  await expect(sending([refusing("internal", 500)]).send()).rejects.toMatchObject({ code: "internal" });
});

test.for([
  ["prompt_queued", [event(4, "prompt_queued", { promptId: "p1", text: "go" })], 4],
  ["user_prompt", [event(4, "user_prompt", { promptId: "p1", text: "go", turn: "t1" })], 4],
  ["its withdrawal", [event(4, "prompt_withdrawn", { promptId: "p1", reason: "" })], 4],
] as const)(
  "[M-24] who follows the session needs no answer: %s in the log acknowledges it",
  async ([, events, seq]) => {
    const other = event(3, "prompt_queued", { promptId: "p0", text: "" });
    const { server, client, send } = sending([
      { chunks: [lines(hello), lines(other), ...events.map((one) => lines(one))], end: "open" },
      silent,
    ]);
    const stream = client.follow("s", { after: 2 });
    await stream.next();
    const delivery = send();
    await stream.next();
    await stream.next();
    expect(await delivery).toEqual({ kind: "acknowledged", promptId: "p1", seq, answer: null });
    await stream.return();
    await until("both connections to be closed", () => server.closed === 2);
  },
);

test.for(["agent_message", "agent_thought"])(
  "[M-24] %s of its turn acknowledges a prompt that is sent again, and that of another turn does not",
  async (type) => {
    const said = (seq: number) => event(seq, type, { messageId: "m", text: "…" });
    const turn = (seq: number, turnId: string, promptId: string | null) =>
      event(seq, "turn_start", { turn: turnId, promptId });
    const events = [turn(4, "t1", "p0"), said(5), event(6, "turn_end", { turn: "t1", promptId: "p0" })];
    const own = [turn(7, "t2", "p1"), said(8), said(9)];
    const { client, send, passOver } = sending([
      { chunks: [lines(hello), ...[...events, ...own].map((one) => lines(one))], end: "open" },
      silent,
      silent,
      silent,
    ]);
    const stream = client.follow("s", { after: 3 });
    const pull = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) await stream.next();
    };
    await pull(2);
    const first = send();
    await pull(1);
    await passOver(2, 15_000);
    expect(await first).toMatchObject({ kind: "not_known" });
    // The turn begins unnoticed: nobody expects the prompt just then.
    await pull(3);
    const again = send();
    await pull(1);
    expect(await again).toEqual({ kind: "acknowledged", promptId: "p1", seq: 9, answer: null });
    await stream.return();
  },
);

test("what a fork inherits says nothing of the turn that runs in the session it comes from", async () => {
  const turn = event(7, "turn_start", { turn: "t2", promptId: "p1" });
  const said = event(8, "agent_message", { messageId: "m", text: "…" });
  const inherited = event(6, "turn_end", { turn: "t1", promptId: "p0" });
  const greeting = lines({ ...hello, head: 8 });
  const { client, send } = sending([
    { chunks: [greeting, lines(turn), lines(said)], end: "open" },
    { chunks: [greeting, lines(inherited)], end: "open" },
    silent,
  ]);
  const stream = client.follow("s", { after: 6 });
  for (let n = 0; n < 2; n++) await stream.next();
  const fork = client.follow("f", { after: 5 });
  for (let n = 0; n < 2; n++) await fork.next();
  const delivery = send();
  await stream.next();
  expect(await delivery).toEqual({ kind: "acknowledged", promptId: "p1", seq: 8, answer: null });
  await Promise.all([stream.return(), fork.return()]);
});

/** No time passes between two requests, and an answer has all the time there is. */
const patient = (ms: number): Promise<void> => (ms === 1e9 ? new Promise(() => {}) : Promise.resolve());

test("[M-23] a broken connection leaves it not known, also when no daemon could be started after it", async () => {
  const lost: Connection = { chunks: ['{"id":'], end: "lost" };
  const revive = (): Promise<never> => Promise.reject(new Error("the daemon could not be started"));
  for (const more of [{}, { revive }]) {
    const { transport } = new FakeServer([lost, "absent"]);
    const client = new Skein({ transport, name: "test", wait: patient, newId: () => "new", ...more });
    const delivery = await client.send("s", { id: "p1", content: [{ type: "text", text: "go" }] }, { withinMs: 1e9 });
    expect(delivery).toMatchObject({ kind: "not_known", promptId: "p1", cause: expect.any(Error) });
  }
});

test("without a daemon at all nothing can have arrived", async () => {
  const revive = (): Promise<never> => Promise.reject(new Error("the daemon could not be started"));
  const { transport } = new FakeServer(["absent"]);
  const client = new Skein({ transport, name: "test", wait: patient, newId: () => "new", revive });
  const sent = client.send("s", { id: "p1", content: [{ type: "text", text: "go" }] }, { withinMs: 1e9 });
  await expect(sent).rejects.toThrow("could not be started");
});
