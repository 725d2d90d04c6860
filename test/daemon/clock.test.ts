import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rawStream } from "../kit/raw-request.ts";
import { collect, type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60_000;
const SILENCE_MS = 10 * 60_000;
const jumps = [
  ["back", -TEN_YEARS_MS],
  ["forward", TEN_YEARS_MS],
] as const;

test.each(jumps)(
  "order is by seq when the clock goes ten years %s in mid-turn, and followers see no difference",
  async (_, jumpMs) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working();
    const live = collect(daemon.newClient("live").follow(session, { after: 0 }));
    agent.say({ type: "notice", data: { kind: "n", text: "before" } });
    await daemon.ofType(session, "notice");
    daemon.clock.jump(jumpMs);
    agent.say({ type: "notice", data: { kind: "n", text: "after" } }, { type: "turn_end", reason: "completed" });
    const { seq: last } = await daemon.ofType(session, "turn_end");
    await until("the end", () => live.seqs().includes(last));
    const inOrder = Array.from({ length: last }, (_, index) => index + 1);
    expect(live.seqs()).toEqual(inOrder);
    const late = collect(daemon.newClient("late").follow(session, { after: 0 }));
    await until("the end, again", () => late.seqs().includes(last));
    expect(late.seqs()).toEqual(inOrder);
    const texts = daemon
      .events(session)
      .flatMap(({ type, data }) => (type === "notice" ? [(data as { text: string }).text] : []));
    expect(texts).toEqual(["before", "after"]);
  },
);

test.each(jumps)("lists name every session once when the clock goes ten years %s between them", async (_, jumpMs) => {
  const daemon = await testDaemon();
  const names = ["a", "b", "c", "d", "e", "f"];
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    ids.push(await daemon.newSession(name));
    daemon.clock.jump(index % 2 === 0 ? jumpMs : -jumpMs / 2);
  }
  const listed = (await daemon.client.sessions()).map(({ id }) => id);
  expect(listed.toSorted()).toEqual(ids.toSorted());
  expect((await paged(daemon)).toSorted()).toEqual(ids.toSorted());
  // Which one is selected last is a matter of order, not of time.
  const { session } = await daemon.client.resolve({ cwd: "/" });
  expect(session.name).toBe("f");
});

async function paged(daemon: TestDaemon): Promise<string[]> {
  const ids: string[] = [];
  let after: { lastActiveAt: string; id: string } | undefined;
  for (;;) {
    const page = daemon.log.sessions({ limit: 2, ...(after ? { after } : {}) });
    const last = page.at(-1);
    if (!last) return ids;
    ids.push(...page.map(({ id }) => id));
    after = last;
  }
}

test.each(jumps)(
  "a silent agent is neither interrupted early nor for ever left alone when the clock goes ten years %s",
  async (_, jumpMs) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working();
    daemon.clock.advance(SILENCE_MS / 2);
    daemon.clock.jump(jumpMs);
    daemon.clock.advance(SILENCE_MS / 2 - 1000);
    agent.say({ type: "notice", data: { kind: "n", text: "still here" } });
    await daemon.ofType(session, "notice");
    expect(daemon.types(session)).not.toContain("interrupt");
    // The agent has just spoken, so it has the whole time again.
    daemon.clock.advance(SILENCE_MS - 1000);
    await daemon.client.server();
    expect(daemon.types(session)).not.toContain("interrupt");
    daemon.clock.advance(2000);
    await daemon.ofType(session, "interrupt");
  },
);

test.each(jumps)("a command's recorded answer is given again after the clock went ten years %s", async (_, jumpMs) => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const id = randomUUID();
  const wish = { id, content: [{ type: "text" as const, text: "once" }] };
  const first = await daemon.client.prompt(session, wish);
  daemon.clock.jump(jumpMs);
  expect(await daemon.client.prompt(session, wish)).toEqual({ ...first, replayed: true });
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the prompt to arrive", () => agent.prompts.includes("once"));
  expect(agent.prompts).toEqual(["go", "once"]);
});

test.each(jumps)(
  "a daemon that starts ten years %s takes up a turn that runs, and its agent ends it",
  async (_, jumpMs) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working();
    await daemon.stop("keep");
    daemon.clock.jump(jumpMs);
    await daemon.start();
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    expect(daemon.types(session)).not.toContain("error");
    expect(daemon.faults).toEqual([]);
  },
);

test("a follower that stalls is cut after a minute that has passed, not after one that the clock has skipped", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const stalled = await rawStream({
    socketPath: daemon.paths.socket,
    path: `/v1/sessions/${session}/events?follow=1`,
    headers: { accept: "application/x-ndjson" },
  });
  stalled.pause();
  for (let n = 0; n < 100; n++) agent.say({ type: "notice", data: { kind: "n", text: "x".repeat(50_000) } });
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  daemon.clock.jump(TEN_YEARS_MS);
  daemon.clock.advance(59_000);
  stalled.resume();
  await until("everything", () => stalled.text().includes("turn_end"));
  stalled.close();
});

test.each([1, 2, 3, 4])(
  "a prompt whose time comes while its session looks for work begins: the look is %i ms early",
  async (earlyMs) => {
    const daemon = await testDaemon();
    const session = await daemon.newSession();
    const notBefore = new Date(Date.parse(daemon.clock.now()) + 10_000).toISOString();
    await daemon.client.prompt(session, { content: [{ type: "text", text: "in time" }], notBefore });
    daemon.clock.jump(-earlyMs);
    daemon.clock.moveWithEachLook(1);
    await daemon.runInTime(1);
  },
);
