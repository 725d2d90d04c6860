// Followers whose connection is bad or dead, in one process: the daemon's minute passes when the test says so.
import { expect, test } from "vitest";
import { Client, unixTransport } from "../../src/client/index.ts";
import { ChaosProxy } from "../kit/chaos-proxy.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const SEED = 4711;
const range = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);
const word = (n: number) => ({ type: "notice" as const, data: { kind: "n", text: `word ${n}` } });

const clientThrough = (proxy: ChaosProxy): Client =>
  new Client({ transport: unixTransport(proxy.path), name: "far away" });

const endTurn = async (daemon: TestDaemon, session: string): Promise<number> => {
  daemon.keeper.runs[0]?.say({ type: "turn_end", reason: "completed" });
  return (await daemon.ofType(session, "turn_end")).seq;
};

test("[R-27] a follower whose network stands still is let go after a minute, and has everything once when the network moves again", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const proxy = new ChaosProxy(daemon.paths.socket, SEED);
  proxy.isChaotic = false;
  const far = collect(clientThrough(proxy).follow(session, { after: 0 }));
  await until("the beginning", () => far.seqs().length > 0);
  proxy.freeze();
  const text = "x".repeat(50_000);
  for (let n = 0; n < 100; n++) agent.say({ type: "notice", data: { kind: "long", text } });
  const last = await endTurn(daemon, session);
  const near = collect(daemon.client.follow(session, { after: 0 }));
  await until("the near one to have everything", () => near.seqs().includes(last));
  expect(far.seqs()).not.toContain(last);
  expect(proxy.connections).toBe(1);
  daemon.clock.advance(60_000);
  proxy.thaw();
  await until("the far one to have everything", () => far.seqs().includes(last));
  expect(far.seqs()).toEqual(range(last));
  // It was the daemon that ended the first one: the network never did.
  expect(proxy.connections).toBe(2);
});

test("[M-16] [M-20] a network that is cut again and again, at any byte, costs nobody an event", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const proxy = new ChaosProxy(daemon.paths.socket, SEED);
  const followers = range(5).map(() => collect(clientThrough(proxy).follow(session, { after: 0 })));
  for (let n = 0; n < 20; n++) {
    agent.say(word(n));
    const { seq } = await daemon.event(session, ({ data }) => data.text === `word ${n}`);
    await until("one to have it", () => followers.some((follower) => follower.seqs().includes(seq)));
    if (n % 4 === 3) proxy.cutAll();
  }
  const last = await endTurn(daemon, session);
  for (const follower of followers) {
    await until("everything", () => follower.seqs().includes(last));
    expect(follower.seqs()).toEqual(range(last));
  }
});

test("[M-25] a command whose answers are lost, and that arrives twice, takes effect once", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const proxy = new ChaosProxy(daemon.paths.socket, SEED);
  const sender = clientThrough(proxy);
  const answers = await Promise.all(
    range(20).map((n) => sender.prompt(session, { content: [{ type: "text", text: `prompt ${n}` }] })),
  );
  const queued = daemon.events(session).filter(({ type }) => type === "prompt_queued");
  expect(queued.map(({ data }) => (data as { promptId: string }).promptId).toSorted()).toEqual(
    answers.map(({ id }) => id).toSorted(),
  );
  expect(proxy.cuts).toBeGreaterThan(0);
  expect(proxy.doubles).toBeGreaterThan(0);
});
