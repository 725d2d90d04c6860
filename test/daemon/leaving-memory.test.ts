// A daemon that keeps no session in memory longer than it must does what one does that keeps them all.
import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { type Event, nextStep, noLimits } from "../../src/core/index.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { loadState } from "../../src/session/index.ts";
import { collectGarbage } from "../kit/collect-garbage.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const MINUTE_MS = 60_000;
const SESSIONS = 3;
const limits = { ...noLimits, parkMinutes: 10, resumeAfterQuota: true };

type Deed = "prompt" | "prompt in time" | "held prompt" | "rename" | "stop" | "quota" | "time" | "look";
interface Step {
  session: number;
  deed: Deed;
  /** Memory is cleaned up before it, or while it goes on. */
  cleaned: "before" | "meanwhile" | "never";
}

const step: fc.Arbitrary<Step> = fc.record({
  session: fc.nat(SESSIONS - 1),
  deed: fc.constantFrom("prompt", "prompt in time", "held prompt", "rename", "stop", "quota", "time", "time", "look"),
  cleaned: fc.constantFrom("before", "meanwhile", "never"),
});

class Scene {
  readonly daemon = new TestDaemon(createMemoryLog());
  sessions: string[] = [];
  #count = 0;
  /** Bound lives of agents. */
  readonly #bound = new Set<unknown>();
  /** How many prompts each life has done. */
  readonly #done = new Map<unknown, number>();
  #isOverQuota = false;

  async begin(sessionsInMemory: number): Promise<void> {
    this.daemon.sessionsInMemory = sessionsInMemory;
    this.daemon.limits = limits;
    await this.daemon.start();
    for (let n = 0; n < SESSIONS; n++) this.sessions.push(await this.daemon.newSession(`s${n}`));
  }

  async take({ session: index, deed }: Step): Promise<void> {
    const { client, clock } = this.daemon;
    const session = this.sessions[index] ?? "";
    const words = { content: [{ type: "text" as const, text: `words ${++this.#count}` }] };
    const inTime = new Date(Date.parse(clock.now()) + 7 * MINUTE_MS).toISOString();
    if (deed === "prompt") await client.prompt(session, words);
    if (deed === "prompt in time") await client.prompt(session, { ...words, notBefore: inTime });
    if (deed === "held prompt") await client.prompt(session, { ...words, held: true });
    if (deed === "rename") await client.rename(session, `n${this.#count}`);
    if (deed === "stop") await client.stop(session);
    if (deed === "look") await client.session(session);
    if (deed === "quota") {
      this.#isOverQuota = true;
      await client.prompt(session, words);
    }
    if (deed === "time") clock.advance(15 * MINUTE_MS);
    await this.#settle();
    this.#isOverQuota = false;
  }

  /** Agents do at once what they are asked for, until nobody has anything to do. */
  async #settle(): Promise<void> {
    await until("all sessions to come to rest", async () => {
      this.#playAgents();
      for (const session of this.sessions) {
        const state = await loadState(this.daemon.log, session);
        const isMoving = state.turn.open !== null || (state.binding.run && state.binding.run.phase !== "ready");
        if (isMoving || nextStep(state, this.daemon.clock.now(), limits) !== null) return false;
      }
      return true;
    });
  }

  #playAgents(): void {
    for (const [index, run] of this.daemon.keeper.runs.entries()) {
      if (!this.#bound.has(run)) {
        this.#bound.add(run);
        run.say({ type: "bound", nativeId: `native-${index}`, provenance: "reported" });
      }
      const done = this.#done.get(run) ?? 0;
      this.#done.set(run, run.prompts.length);
      for (const _prompt of run.prompts.slice(done)) {
        const until = new Date(Date.parse(this.daemon.clock.now()) + 8 * MINUTE_MS).toISOString();
        if (this.#isOverQuota) run.say({ type: "quota_reached", data: { until, text: "used up" } });
        run.say({ type: "turn_end", reason: "completed" });
      }
    }
  }

  /** The logs, with each random name replaced by the order in which it comes. */
  logs(): string {
    const names = new Map<string, string>();
    const text = this.sessions
      .flatMap((session) => this.daemon.events(session))
      .map((event: Event) => JSON.stringify(event))
      .join("\n");
    return text
      .replaceAll(this.daemon.workspace, "<here>")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,64}\b/g, (id) => {
        if (!names.has(id)) names.set(id, `<${names.size}>`);
        return names.get(id) ?? "";
      });
  }
}

test("the same commands give the same log, whether sessions stay in memory or leave it at every moment they can", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const keeping = new Scene();
      await keeping.begin(1000);
      for (const one of steps) await keeping.take(one);
      const leaving = new Scene();
      await leaving.begin(0);
      for (const one of steps) {
        if (one.cleaned === "before") await collectGarbage();
        const taken = leaving.take(one);
        if (one.cleaned === "meanwhile") await collectGarbage();
        await taken;
      }
      expect(leaving.logs()).toBe(keeping.logs());
      expect([...keeping.daemon.faults, ...leaving.daemon.faults]).toEqual([]);
      await Promise.all([keeping.daemon.stop(), leaving.daemon.stop()]);
    }),
    { numRuns: 8 },
  );
}, 60_000);

/** The first half of a request has the daemon look the session up; the rest of it comes when told. */
async function slowly(daemon: TestDaemon, path: string, body: object): Promise<() => Promise<string>> {
  const socket = connect(daemon.paths.socket);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  await once(socket, "connect");
  const text = JSON.stringify(body);
  const head = `PUT ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
  socket.write(head + text.slice(0, 10));
  return () => {
    socket.write(text.slice(10));
    return until("an answer", () => heard.includes("\r\n\r\n") && heard);
  };
}

test("commands that were under way while their session left memory are taken as any other", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  daemon.sessionsInMemory = 0;
  await daemon.start();
  const session = await daemon.newSession();
  const path = `/v1/sessions/${session}/name`;
  const ids = ["a", "b", "c", "d"].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  const rests = [];
  for (const [n, id] of ids.entries()) {
    rests.push(await slowly(daemon, path, { id, value: `name-${n}` }));
    await daemon.client.acknowledge(session, 1);
    await collectGarbage();
  }
  for (const [n, rest] of rests.entries()) {
    expect(await rest()).toMatch(/^HTTP\/1\.1 200 /);
    await collectGarbage();
    await daemon.client.rename(session, `between-${n}`);
  }
  const names = daemon.events(session).flatMap(({ type, data }) => (type === "renamed" ? [data] : []));
  expect(names).toMatchObject([0, 1, 2, 3].flatMap((n) => [{ name: `name-${n}` }, { name: `between-${n}` }]));
  expect(daemon.faults).toEqual([]);
});
