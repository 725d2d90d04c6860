// What is left of runs that have ended: each is removed on its own, and what can't be removed is in nobody's way.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const immutable = (): never => {
  throw new Error("EPERM: operation not permitted");
};

test("one run that can't be removed keeps no other from being removed, and all such are told of once", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  const names = ["a", "b", "c", "d"];
  for (const name of names) mkdirSync(join(daemon.paths.runs, name), { recursive: true });
  const removed: string[] = [];
  daemon.keeper.remove = async (dir) => {
    if (["a", "c"].includes(basename(dir))) immutable();
    removed.push(basename(dir));
  };
  const sweep = daemon.keeper.sweep.bind(daemon.keeper);
  daemon.keeper.sweep = async (run) => (run === "b" ? immutable() : sweep(run));
  await daemon.start();
  expect(removed).toEqual(["d"]);
  expect(daemon.faults).toHaveLength(1);
  expect(daemon.faults[0]).toContain("a, b, c");
  expect(daemon.faults[0]).toContain("EPERM");
});

test("a session goes on at once though the files of its last run can't be removed", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session, agent } = await daemon.working();
  daemon.keeper.remove = async () => immutable();
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  await daemon.send(session, "more");
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => next.prompts.includes("more"));
  expect(daemon.faults).toHaveLength(1);
  expect(daemon.faults[0]).toContain("can't be removed");
});
