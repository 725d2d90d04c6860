// What `why` says is what the daemon then answers: for sessions in any state, any command, any caller, and agents that can do little.
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Driver, Fact } from "../../src/agents/driver.ts";
import { ProblemError, Skein, unixTransport } from "../../src/client/index.ts";
import { type Caller, noLimits } from "../../src/core/index.ts";
import { anyIntent, Scene, type Wish } from "../kit/any-intent.ts";
import { askOverWire } from "../kit/ask-over-wire.ts";
import { scriptedRegistry } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const scripted = scriptedRegistry.list()[0]!;
const little: Driver["capabilities"] = {
  ...{ resume: true, fork: "none", approvals: false, interrupt: true, steer: false, tasks: "untold" },
  ...{ files: [], modes: {}, models: false, commands: false },
};
const agents: Driver[] = [
  scripted,
  { ...scripted, id: "keeping", forgetsMode: false },
  { ...scripted, id: "little", title: "Little", capabilities: little },
];
const agentNames = agents.map(({ id }) => id);

const blind = { kind: "unknown", why: "it is blind", isLapse: false } as const;
const person = { kind: "person" } as const;
const anyCaller = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Caller>(person) },
  fc.constantFrom<Caller[]>({ kind: "agent" }, { kind: "hidden" }),
  fc.constantFrom<Caller[]>({ ...blind, isAlone: false }, { ...blind, isAlone: true }),
);

/** What its agent does in between; nothing while none runs. */
const facts: Record<string, Fact> = {
  bound: { type: "bound", nativeId: "native-1", provenance: "reported" },
  rests: { type: "turn_end", reason: "completed" },
  lists: { type: "commands", commands: [{ name: "compact" }] },
  works: { type: "task_start", data: { taskId: "k1", kind: "subagent", title: "look" } },
  spends: { type: "usage", inputTokens: 10, outputTokens: 10, costUsd: 2 },
};
const anyDeed = fc.constantFrom("nothing", ...Object.keys(facts), "asks", "exits", "bound", "rests");

interface Step {
  readonly wish: Wish;
  readonly caller: Caller;
  /** What the agent does before. */
  readonly deed: string;
}
const after = (deed: string, wish: Wish = { type: "select" }): Step => ({ wish, caller: person, deed });
const go = after("nothing", { type: "prompt", text: "do it" });
const beginnings: Step[][] = [
  [],
  [go, after("bound")],
  [go, after("bound"), after("asks")],
  [go, after("bound"), after("works")],
];

/** Everything that follows from what was done has been done. */
async function settled(daemon: TestDaemon, session: string): Promise<number> {
  for (let head = -1; ; ) {
    // Steps are done in the mailbox, before the next command in it.
    await daemon.client.interrupt(session, { turn: "none" }).catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    const now = daemon.log.read({ session, after: 0, limit: 1 }).head;
    if (now === head) return head;
    head = now;
  }
}

async function small(): Promise<TestDaemon> {
  const daemon = await testDaemon();
  daemon.registry = {
    ...scriptedRegistry,
    get: (id) => agents.find((one) => one.id === id) ?? null,
    list: () => agents,
  };
  writeFileSync(daemon.paths.config, "[limits]\nqueued_prompts = 3\n", { mode: 0o600 });
  daemon.limits = { ...noLimits, budgetUsd: 5 };
  await daemon.restart();
  return daemon;
}

test("what `why` says is what the daemon then answers", async () => {
  const daemon = await small();
  const skein = new Skein({ transport: unixTransport(daemon.paths.socket), name: "asking" });
  const { hash, bytes } = await skein.upload(new TextEncoder().encode("a file"));
  const refusals = new Set<string>();
  let ids = 0;
  const anyStep = fc.record({ wish: anyIntent, caller: anyCaller, deed: anyDeed });
  const steps = fc
    .tuple(fc.constantFrom(...beginnings), fc.array(anyStep, { minLength: 4, maxLength: 12, size: "max" }))
    .map(([beginning, others]) => [...beginning, ...others]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...agentNames), steps, async (agent, taken) => {
      daemon.caller = { kind: "person" };
      const { session } = await skein.create({ cwd: daemon.workspace, agent });
      const scene = new Scene();
      scene.files = [{ name: "", mediaType: "", hash, bytes }];
      const view = await skein.view(session.id);
      for (const { wish, caller, deed } of taken) {
        doneBy(daemon, session.id, { deed, scene });
        daemon.caller = { kind: "person" };
        const head = await settled(daemon, session.id);
        await view.until(({ lastSeenSeq }) => lastSeenSeq >= head);
        daemon.caller = caller;
        const intent = scene.intentOf(wish);
        const said = view.why(intent, { caller: await skein.caller() });
        const id = `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
        const answered = await askOverWire(skein, session.id, intent, id).then(
          () => null,
          (error: unknown) => error,
        );
        const problem = answered instanceof ProblemError ? answered : null;
        expect({ intent, caller, said: said && [said.code, said.detail] }).toEqual({
          ...{ intent, caller },
          said: answered && (problem ? [problem.code, problem.message] : answered),
        });
        if (problem) refusals.add(problem.code);
        else if (intent.type === "prompt") scene.prompts.push(id);
      }
      view.close();
    }),
    { numRuns: 50 },
  );
  // The law is of use only as long as much is refused.
  expect([...refusals].sort()).toEqual(
    expect.arrayContaining(["capability_missing", "in_trash", "mode_unsupported", "moved", "self_approval"]),
  );
  expect(refusals.size).toBeGreaterThan(12);
});

function doneBy(daemon: TestDaemon, session: string, { deed, scene }: { deed: string; scene: Scene }): void {
  const run = daemon.log.runs().find((one) => one.session === session);
  const agent = daemon.keeper.runs.find(({ spec }) => spec.run === run?.run);
  if (!agent || agent.hasExited) return;
  const fact = facts[deed];
  if (fact) agent.say(fact);
  else if (deed === "exits") agent.exit({ kind: "exited", code: 0 });
  else if (deed === "asks") {
    const id = `q${scene.questions.length}`;
    scene.questions.push(id);
    const options = [
      { id: "yes", label: "Yes", kind: "allow_once" as const },
      { id: "no", label: "No", kind: "reject_once" as const },
    ];
    agent.say({ type: "permission", data: { id, state: "asked", title: "May I?", detail: "ls", options } });
  }
}

test("nothing is said of a session whose state another version has made, or that is gone", async () => {
  const daemon = await testDaemon();
  const skein = new Skein({ transport: unixTransport(daemon.paths.socket), name: "asking" });
  const session = await daemon.newSession();
  const view = await skein.view(session);
  await until("it to follow", () => view.connection === "live");
  expect(view.why({ type: "interrupt" })?.code).toBe("turn_not_running");
  Object.assign(view.state, { version: -1 });
  expect(view.why({ type: "interrupt" })).toBeNull();
  view.close();
});
