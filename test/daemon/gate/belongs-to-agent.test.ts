import { expect, test } from "vitest";
import { agentBehind, hasAgents } from "../../../src/daemon/gate/belongs-to-agent.ts";
import type { Process } from "../../../src/system/processes/process.ts";

const HOOK = "hook-home-";
const DAEMON = 50;
const STARTED_HOOK = 55;

const one = (pid: number, parent: number, facts: Partial<Process> = {}): Process => ({
  ...{ pid, parent, session: pid, startedAt: "1", run: null, home: null, within: false, terminal: null },
  ...facts,
});
const person = [one(1, 0), one(10, 1), one(11, 10, { session: 10 }), one(DAEMON, 1)];
const agentOf = (pid: number, ...processes: Process[]): { run?: string } | null =>
  agentBehind({
    ...{ pids: [pid], processes: [...person, ...processes] },
    ...{ daemon: DAEMON, hooks: new Set([STARTED_HOOK]), hookMarker: HOOK },
  });
const behind = (pid: number, ...processes: Process[]): boolean => agentOf(pid, ...processes) !== null;

test("a person's program is nobody else's", () => {
  expect(behind(11)).toBe(false);
  expect(behind(11, one(60, DAEMON, { run: "r1" }))).toBe(false);
});

test("an agent's is everything that carries a marker, of whichever home, or was started by what does", () => {
  expect(behind(60, one(60, 1, { run: "r1" }))).toBe(true);
  expect(behind(62, one(60, 1, { run: "of another home" }), one(61, 60), one(62, 61))).toBe(true);
  expect(behind(61, one(60, 1, { run: "" }), one(61, 60))).toBe(true);
});

test("what is left in a session belongs to whoever began it, as long as something of that is left", () => {
  const tool = one(60, 1, { run: "r1" });
  expect(behind(61, tool, one(61, 1, { session: 60 }))).toBe(true);
  // Its first process has ended.
  expect(behind(61, one(62, 1, { run: "r1", session: 59 }), one(61, 1, { session: 59 }))).toBe(true);
  // A marked process in a person's own session makes nobody else an agent.
  expect(behind(11, one(62, 10, { run: "r1", session: 10 }))).toBe(false);
});

test("a daemon that an agent started speaks for nobody, nor does what it starts", () => {
  expect(behind(71, one(70, 1, { within: true }), one(71, 70))).toBe(true);
});

test("of what the daemon itself starts only its person's hooks speak for the person", () => {
  expect(behind(60, one(60, DAEMON))).toBe(true);
  expect(behind(61, one(STARTED_HOOK, DAEMON, { run: `${HOOK}1` }), one(61, STARTED_HOOK))).toBe(false);
  expect(behind(61, one(STARTED_HOOK, DAEMON), one(61, STARTED_HOOK))).toBe(false);
  expect(behind(61, one(61, 1, { run: `${HOOK}1` }))).toBe(false);
  expect(behind(61, one(61, 1, { run: "hook-other-1" }))).toBe(true);
  // An agent does not become a hook by saying so.
  expect(behind(61, one(60, 1, { run: "r1" }), one(61, 60, { run: `${HOOK}1` }))).toBe(true);
  // Nor does a program that the daemon starts for another reason.
  expect(behind(60, one(60, DAEMON, { run: `${HOOK}1` }))).toBe(true);
  expect(behind(61, one(60, DAEMON, { run: `${HOOK}1` }), one(61, 60, { run: `${HOOK}1` }))).toBe(true);
  expect(behind(62, one(STARTED_HOOK, DAEMON), one(61, STARTED_HOOK, { run: "r1" }), one(62, 61))).toBe(true);
  // The daemon of the test, which calls itself.
  expect(behind(DAEMON)).toBe(false);
});

test("the agent is named by its run, as far as its processes name it", () => {
  const tool = one(60, 1, { run: "r1" });
  expect(agentOf(62, tool, one(61, 60), one(62, 61))).toEqual({ run: "r1" });
  expect(agentOf(61, tool, one(61, 1, { session: 60 }))).toEqual({ run: "r1" });
  expect(agentOf(71, one(70, 1, { within: true }), one(71, 70))).toEqual({});
  expect(agentOf(61, one(60, DAEMON), one(61, 60))).toEqual({});
});

test("whether an agent lives at all", () => {
  const among = (...processes: Process[]): boolean =>
    hasAgents({ processes: [...person, ...processes], hookMarker: HOOK });
  expect(among()).toBe(false);
  expect(among(one(60, 1, { run: `${HOOK}1` }))).toBe(false);
  expect(among(one(60, 1, { run: "r1" }))).toBe(true);
  expect(among(one(60, 1, { within: true }))).toBe(true);
});
