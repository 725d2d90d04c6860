// Killing a tree in which somebody else's processes are, on a system made up for it.
import { expect, test } from "vitest";
import { killTree, type System } from "../../src/system/processes/kill-tree.ts";
import type { Process } from "../../src/system/processes/process.ts";

const processOf = (pid: number, parent: number, run: string | null): Process => ({
  ...{ pid, parent, session: 1_000_001, startedAt: `${pid}`, run, home: null, within: false, terminal: null },
});

/** Processes end when they are killed; those of another user can't be. */
function systemWith(processes: readonly Process[], foreign: readonly number[]): System & { alive: Set<number> } {
  const alive = new Set(processes.map(({ pid }) => pid));
  return {
    alive,
    readProcesses: async () => processes.filter(({ pid }) => alive.has(pid)),
    kill(pid, name) {
      if (foreign.includes(pid)) throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
      if (!alive.has(pid)) throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
      if (name === "SIGKILL") alive.delete(pid);
    },
  };
}

const agent = processOf(1_000_001, 1, "r1");
const sudo = processOf(1_000_002, agent.pid, null);
const underSudo = processOf(1_000_003, sudo.pid, null);

test("a process of another user is left and named, and everything else goes", async () => {
  const system = systemWith([agent, sudo, underSudo], [sudo.pid]);
  expect(await killTree({ marker: "r1" }, system)).toEqual({ killed: 2, left: [sudo.pid] });
  expect([...system.alive]).toEqual([sudo.pid]);
});

test("it is left also when it was seen before", async () => {
  const system = systemWith([agent, sudo, underSudo], [sudo.pid, underSudo.pid]);
  const known = [agent, sudo, underSudo];
  expect(await killTree({ marker: "r1", known }, system)).toEqual({ killed: 1, left: [sudo.pid, underSudo.pid] });
});

test("a tree of nothing else is not waited for", async () => {
  const foreign = { ...sudo, run: "r1" };
  const system = systemWith([foreign], [foreign.pid]);
  expect(await killTree({ marker: "r1" }, system)).toEqual({ killed: 0, left: [foreign.pid] });
});

test("a look that fails says nothing of anybody: it is repeated, and nobody stays behind standing still", async () => {
  const system = systemWith([agent, underSudo], []);
  let looks = 0;
  const readProcesses = async (): Promise<Process[]> => {
    if (++looks === 2) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    return system.readProcesses();
  };
  expect(await killTree({ marker: "r1" }, { ...system, readProcesses })).toEqual({ killed: 2, left: [] });
  expect([...system.alive]).toEqual([]);
});

test("processes of the same run in another home are left alone; those that name no home go", async () => {
  const [ours, theirs] = [
    { ...agent, home: "1-10" },
    { ...processOf(2_000_001, 1, "r1"), session: 2_000_001, home: "1-20" },
  ];
  const underTheirs = { ...processOf(2_000_002, theirs.pid, null), session: 2_000_001 };
  const system = systemWith([ours, underSudo, theirs, underTheirs], []);
  expect(await killTree({ marker: "r1", home: "1-10" }, system)).toEqual({ killed: 2, left: [] });
  expect([...system.alive]).toEqual([theirs.pid, underTheirs.pid]);
});
