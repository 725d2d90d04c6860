// What every keeper promises, whatever it holds: real processes, or agents whose words a test says.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Run, RunSpec } from "../../src/agents/index.ts";
import type { Keeper, OpenedRun } from "../../src/session/index.ts";
import { until } from "../kit/until.ts";

/** The agent's side of a run. */
export interface Puppet {
  /** All of its stdin so far. */
  heard(): string;
  /** Its stdin has ended. */
  hasHeardEnd(): boolean;
  say(text: string): Promise<void>;
  complain(text: string): Promise<void>;
  /** Leaves a command running in the background. */
  leaveWork(): Promise<void>;
  /** From now on a request to end changes nothing. */
  ignoreStop(): Promise<void>;
  exit(code: number): Promise<void>;
}

export interface KeeperUnderTest {
  readonly keeper: Keeper;
  /** A run that was not prepared yet. */
  newSpec(): RunSpec;
  /** Resolves when the agent lives. */
  puppetOf(spec: RunSpec): Promise<Puppet>;
  /** How many agents were started for it. */
  startsOf(spec: RunSpec): number;
  /** Whether everything of it has been stopped where it was. */
  standsStill(spec: RunSpec): Promise<boolean>;
  dispose(): Promise<void>;
}

const PENDING = Symbol("pending");

/** What a promise has come to by now. */
const now = <T>(promise: Promise<T>): Promise<T | typeof PENDING> =>
  Promise.race([promise, new Promise<typeof PENDING>((resolve) => setImmediate(() => resolve(PENDING)))]);

async function readAll(run: Run, from = 0): Promise<string> {
  const chunks: Buffer[] = [];
  for (let offset = from; ; ) {
    const chunk = await run.read(offset, 7);
    if (!chunk?.length) return Buffer.concat(chunks).toString();
    chunks.push(chunk);
    offset += chunk.length;
  }
}

const untilRead = (run: Run, text: string): Promise<unknown> =>
  until(`"${text}" in the spool`, async () => (await readAll(run)).includes(text));

export function describeKeeperContract(name: string, makeSubject: () => KeeperUnderTest): void {
  describe(name, () => {
    let subject: KeeperUnderTest;
    let keeper: Keeper;

    beforeEach(() => {
      subject = makeSubject();
      keeper = subject.keeper;
    });

    afterEach(() => subject.dispose());

    const open = async ({ run, dir }: RunSpec, known: OpenedRun["known"] = "unheard"): Promise<Run> => {
      const opened = await keeper.open({ run, dir, known });
      onTestFinished(() => opened.detach());
      return opened;
    };

    async function started(): Promise<{ spec: RunSpec; run: Run; puppet: Puppet }> {
      const spec = subject.newSpec();
      await keeper.prepare(spec);
      const run = await open(spec, "new");
      return { spec, run, puppet: await subject.puppetOf(spec) };
    }

    const line = (text: string): Buffer => Buffer.from(`${text}\n`);

    describe("what is said to an agent", () => {
      test("reaches it once and in order, and how much that is can be asked", async () => {
        const { run, puppet } = await started();
        await Promise.all([
          run.write({ offset: 0, bytes: line("one") }),
          run.write({ offset: 4, bytes: line("two") }),
          run.write({ offset: 8, bytes: line("three") }),
        ]);
        await until("all of it", () => puppet.heard() === "one\ntwo\nthree\n");
        expect(await run.inputSize()).toBe(14);
      });

      test("is completed where a crash cut it short, and repeating it changes nothing", async () => {
        const { run, puppet } = await started();
        await run.write({ offset: 0, bytes: Buffer.from("hel") });
        for (let time = 0; time < 3; time++) await run.write({ offset: 0, bytes: line("hello") });
        await run.write({ offset: 6, bytes: line("world") });
        await until("all of it", () => puppet.heard() === "hello\nworld\n");
      });

      test("is refused where it would leave a gap, or say something else than was said", async () => {
        const { run } = await started();
        await run.write({ offset: 0, bytes: line("hello") });
        await expect(run.write({ offset: 7, bytes: line("x") })).rejects.toMatchObject({ code: "input_gap" });
        await expect(run.write({ offset: 0, bytes: line("hullo") })).rejects.toMatchObject({ code: "input_conflict" });
        expect(await run.inputSize()).toBe(6);
      });

      test("has an end when that is asked for, after everything before it", async () => {
        const { run, puppet } = await started();
        await run.write({ offset: 0, bytes: line("last words") });
        expect(puppet.hasHeardEnd()).toBe(false);
        await run.closeInput();
        await until("the end", () => puppet.hasHeardEnd());
        expect(puppet.heard()).toBe("last words\n");
      });
    });

    describe("what an agent says", () => {
      test("can be read from any place, a piece at a time, and once more", async () => {
        const { run, puppet } = await started();
        await puppet.say("first line\nsecond line\n");
        await untilRead(run, "second line\n");
        expect((await run.read(6, 4))?.toString()).toBe("line");
        expect((await run.read(11, 1000))?.toString()).toBe("second line\n");
        expect(await run.read(23, 1000)).toHaveLength(0);
        expect(await readAll(run)).toBe("first line\nsecond line\n");
      });

      test("has a time, once there is some", async () => {
        const { run, puppet } = await started();
        expect(await run.lastPrintedMs()).toBeNull();
        const before = Date.now();
        await puppet.say("one\n");
        await untilRead(run, "one");
        // File systems round.
        expect(await run.lastPrintedMs()).toBeGreaterThanOrEqual(before - 2000);
      });

      test("wakes who listens, and nobody who has stopped listening", async () => {
        const { run, puppet } = await started();
        let woken = 0;
        let wokenAfter = 0;
        run.onOutput(() => woken++);
        run.onOutput(() => wokenAfter++)();
        await puppet.say("one\n");
        await until("to be woken", () => woken > 0);
        expect(wokenAfter).toBe(0);
      });

      test("is all there after its end, also for who comes later", async () => {
        const { spec, run, puppet } = await started();
        await puppet.say("said before the end\n");
        await puppet.exit(0);
        await run.exited;
        expect(await readAll(run)).toBe("said before the end\n");
        expect(await readAll(await open(spec), 5)).toBe("before the end\n");
      });

      test("on stderr is there as its end, and none of a little is dropped", async () => {
        const { run, puppet } = await started();
        await puppet.complain("first complaint\nlast complaint\n");
        await puppet.exit(1);
        await run.exited;
        expect(await run.stderrTail(15)).toBe("last complaint\n");
        expect(await run.stderrDropped()).toBe(0);
      });
    });

    describe("the end of an agent", () => {
      test("is told with its code, to everybody, and again to who asks later", async () => {
        const { spec, run, puppet } = await started();
        const other = await open(spec);
        expect(await now(run.exited)).toBe(PENDING);
        await puppet.exit(7);
        const end = { kind: "exited", code: 7 };
        expect([await run.exited, await other.exited]).toEqual([end, end]);
        expect(await (await open(spec)).exited).toEqual(end);
        expect(subject.startsOf(spec)).toBe(1);
      });

      test("comes when it is asked to stop; asking again, and after it, is harmless", async () => {
        const { run } = await started();
        expect(await Promise.all([run.stop({ graceMs: 5_000 }), run.stop({ graceMs: 5_000 })])).toEqual([[], []]);
        expect(await run.exited).toEqual({ kind: "signaled", signal: "SIGTERM" });
        expect(await run.stop({ graceMs: 5_000 })).toEqual([]);
      });

      test("comes by force when it does not heed that", async () => {
        const { run, puppet } = await started();
        await puppet.ignoreStop();
        expect(await run.stop({ graceMs: 50 })).toEqual([]);
        expect(await run.exited).toEqual({ kind: "signaled", signal: "SIGKILL" });
      });

      test("that a sweep brings is one that nobody saw", async () => {
        const { spec, run } = await started();
        expect((await keeper.sweep(spec.run)).killed).toBeGreaterThan(0);
        expect(await run.exited).toEqual({ kind: "lost" });
        expect(await keeper.sweep(spec.run)).toEqual({ killed: 0, left: [] });
      });
    });

    describe("what it left in the background", () => {
      test("is known while it lives, and goes with a sweep", async () => {
        const { run, puppet } = await started();
        expect(await run.hasBackgroundWork()).toBe(false);
        await puppet.leaveWork();
        await until("the work", () => run.hasBackgroundWork());
        await puppet.exit(0);
        await run.exited;
        expect((await run.sweep()).killed).toBeGreaterThan(0);
        expect(await run.hasBackgroundWork()).toBe(false);
      });
    });

    describe("a daemon that lets go", () => {
      test("hears nothing more, the agent goes on, and the next one takes it up where the first was", async () => {
        const { spec, run, puppet } = await started();
        let woken = 0;
        run.onOutput(() => woken++);
        await run.write({ offset: 0, bytes: line("one") });
        await puppet.say("1\n");
        await until("to be woken", () => woken > 0);
        const { exited } = run;
        run.detach();
        woken = 0;
        await puppet.say("2\n");
        const next = await open(spec);
        await untilRead(next, "2\n");
        await next.write({ offset: 4, bytes: line("two") });
        await until("both words", () => puppet.heard() === "one\ntwo\n");
        await puppet.exit(0);
        expect(await next.exited).toEqual({ kind: "exited", code: 0 });
        expect(await readAll(next)).toBe("1\n2\n");
        expect([woken, await now(exited), subject.startsOf(spec)]).toEqual([0, PENDING, 1]);
      });
    });

    describe("a pause", () => {
      test("stops an agent where it is, and what it was to say comes when it may go on", async () => {
        const { spec, run, puppet } = await started();
        const other = await started();
        await keeper.pause([spec.run]);
        await until("everything to stand still", () => subject.standsStill(spec));
        const said = puppet.say("late\n");
        await other.puppet.say("meanwhile\n");
        await untilRead(other.run, "meanwhile\n");
        expect([await readAll(run), await now(said)]).toEqual(["", PENDING]);
        await keeper.unpause([spec.run]);
        await untilRead(run, "late\n");
        expect(await subject.standsStill(spec)).toBe(false);
      });

      test("keeps nobody from ending it, and is harmless for what has ended or never was", async () => {
        const { spec, run } = await started();
        await keeper.pause([spec.run]);
        await until("everything to stand still", () => subject.standsStill(spec));
        expect(await run.stop({ graceMs: 5_000 })).toEqual([]);
        expect(await run.exited).toMatchObject({ kind: "signaled" });
        await keeper.pause([spec.run, subject.newSpec().run]);
        await keeper.unpause([spec.run]);
      });
    });

    describe("a run", () => {
      test("that is prepared again stays as it is", async () => {
        const { spec, run, puppet } = await started();
        await puppet.say("still me\n");
        await untilRead(run, "still me\n");
        await keeper.prepare(spec);
        expect(await readAll(await open(spec))).toBe("still me\n");
        expect(subject.startsOf(spec)).toBe(1);
      });

      test("that was not prepared can't be opened, nor one that was removed", async () => {
        const spec = subject.newSpec();
        await expect(open(spec)).rejects.toThrow();
        await keeper.prepare(spec);
        const run = await open(spec);
        await (await subject.puppetOf(spec)).exit(0);
        await run.exited;
        run.detach();
        await keeper.remove(spec.dir);
        await expect(open(spec)).rejects.toThrow();
        await keeper.remove(spec.dir);
      });

      test("whose agent lives is not removed", async () => {
        const { spec } = await started();
        await expect(keeper.remove(spec.dir)).rejects.toMatchObject({ code: "run_active" });
        expect(subject.startsOf(spec)).toBe(1);
        await open(spec);
      });
    });
  });
}
