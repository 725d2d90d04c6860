// A driver that fails over what an agent said, or is to be told: the agent is ended, so that nobody waits for it for ever.
import { expect, test } from "vitest";
import type { Driver, Fact } from "../../src/agents/index.ts";
import { scriptedRegistry } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const question: Fact = {
  type: "permission",
  data: {
    ...{ id: "q1", state: "asked", title: "Run `ls`", detail: "ls" },
    options: [{ id: "yes", label: "Allow once", kind: "allow_once" }],
  },
};
const UNREADABLE = "{ no driver reads this\n";
const fail = (): never => {
  throw new Error("no such state");
};

/** A daemon whose driver fails in these ways. */
async function failing(ways: Partial<Driver>): Promise<TestDaemon> {
  const daemon = await testDaemon();
  const [driver] = scriptedRegistry.list();
  const broken = { ...driver, ...ways } as Driver;
  daemon.registry = { get: () => broken, list: () => [broken], defaultAgent: async () => broken };
  await daemon.restart();
  return daemon;
}

const faultsOf = (daemon: TestDaemon, session: string) =>
  daemon.events(session).flatMap(({ type, data }) => (type === "error" ? [data] : []));

test("an answer that can't be passed on ends the run with an error, and the next prompt goes on in another", async () => {
  const daemon = await failing({ answer: fail });
  const { session, agent } = await daemon.working();
  agent.say(question);
  await daemon.ofType(session, "permission");
  await daemon.client.answer(session, "q1", { option: "yes" });
  await daemon.ofType(session, "agent_exit");
  expect(faultsOf(daemon, session)).toEqual([
    {
      code: "driver_fault",
      message: "Skein could not answer Scripted (no such state), so it was stopped.",
      hint: "send a prompt to continue in a new run",
    },
  ]);
  expect(agent.stopped).toBe(true);
  expect(daemon.faults).toEqual([]);
  await daemon.send(session, "again");
  await daemon.run(2);
});

test("an interrupt that can't be passed on ends the run, and with it the turn", async () => {
  const daemon = await failing({ interrupt: fail });
  const { session, agent } = await daemon.working();
  await daemon.client.interrupt(session);
  expect((await daemon.ofType(session, "turn_end")).data).toMatchObject({ reason: "interrupted" });
  expect(faultsOf(daemon, session)).toMatchObject([{ code: "driver_fault" }]);
  expect([agent.stopped, daemon.faults]).toEqual([true, []]);
});

test("a prompt that can't be passed on is withdrawn with the reason, and is not tried for ever", async () => {
  const daemon = await failing({ deliver: fail });
  const session = await daemon.newSession();
  await daemon.send(session, "go");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  expect((await daemon.ofType(session, "prompt_withdrawn")).data.reason).toContain("no such state");
  await daemon.ofType(session, "agent_exit");
  expect(daemon.keeper.runs).toHaveLength(1);
});

test("an end that can't be read is an end all the same", async () => {
  const daemon = await failing({ ended: fail });
  const { session, agent } = await daemon.working();
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  expect((await daemon.ofType(session, "notice")).data).toMatchObject({ kind: "driver_fault" });
});

test("a line that can't be understood may have asked something: in a turn it ends the run", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.raw(UNREADABLE);
  await daemon.ofType(session, "agent_exit");
  expect(faultsOf(daemon, session)).toMatchObject([{ code: "driver_fault" }]);
  expect((await daemon.ofType(session, "notice")).data).toMatchObject({ kind: "driver_fault", raw: UNREADABLE.trim() });
  expect(agent.stopped).toBe(true);
});

test("such a line of an agent at rest leaves a notice, also where the turn's end came with it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const end: Fact = { type: "turn_end", reason: "completed" };
  agent.raw(`${JSON.stringify(end)}\n${UNREADABLE}`);
  await daemon.event(session, ({ data }) => data.kind === "driver_fault");
  await daemon.send(session, "again");
  await until("the prompt", () => agent.prompts.includes("again"));
  expect([agent.stopped, faultsOf(daemon, session)]).toEqual([false, []]);
});

test("a question that no log can hold ends the run, too", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  agent.raw(`${JSON.stringify(question).replace('"detail":', `"more":${deep},"detail":`)}\n`);
  await daemon.ofType(session, "agent_exit");
  expect(faultsOf(daemon, session)).toMatchObject([{ code: "unstorable" }]);
  expect(agent.stopped).toBe(true);
});
