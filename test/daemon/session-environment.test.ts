// Which environment a session's agent gets: that of who opened the session. Only people change it afterwards.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Caller } from "../../src/daemon/caller/caller.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";

const pathOf = ({ paths }: TestDaemon, session: string): string =>
  JSON.parse(readFileSync(join(paths.environments, `${session}.json`), "utf8")).PATH;

const own = { PATH: "/usr/bin" };
const other = { PATH: "/tmp/other:/usr/bin" };

async function openedByPerson(): Promise<{ daemon: TestDaemon; session: string }> {
  const daemon = await testDaemon();
  daemon.caller = { kind: "person" };
  const { session } = await daemon.client.attach({ cwd: daemon.workspace, env: own });
  expect(pathOf(daemon, session.id)).toBe(own.PATH);
  return { daemon, session: session.id };
}

const callers: [name: string, caller: Caller, isTaken: boolean][] = [
  ["a person", { kind: "person" }, true],
  ["anybody, while no agent lives", { kind: "unknown", why: "it is blind", isAlone: true }, true],
  ["anybody, where the system does not tell", { kind: "unknown", why: "it is blind", isAlone: false }, false],
  ["a caller that can't be found", { kind: "hidden" }, false],
  ["an agent", { kind: "agent" }, false],
];

test.for(callers)("%s attaches to a session; the environment becomes theirs: %o %s", async ([, caller, isTaken]) => {
  const { daemon, session } = await openedByPerson();
  daemon.caller = caller;
  const attached = await daemon.client.attach({ cwd: daemon.workspace, env: other });
  expect(attached).toMatchObject({ created: false, session: { id: session } });
  expect(pathOf(daemon, session)).toBe(isTaken ? other.PATH : own.PATH);
});

test("an agent that opens a session gives it its environment, and no other one by opening it again", async () => {
  const daemon = await testDaemon();
  daemon.caller = { kind: "agent" };
  const wish = { id: crypto.randomUUID(), cwd: daemon.workspace };
  const { session } = await daemon.client.create({ ...wish, env: own });
  expect(pathOf(daemon, session.id)).toBe(own.PATH);
  await daemon.client.create({ ...wish, env: other });
  expect(pathOf(daemon, session.id)).toBe(own.PATH);
});

test("an agent that clears somebody's session gives its environment to the new one alone", async () => {
  const { daemon, session } = await openedByPerson();
  daemon.caller = { kind: "agent" };
  const cleared = await daemon.client.clear(session, { env: other });
  expect(pathOf(daemon, cleared.session.id)).toBe(other.PATH);
  expect(pathOf(daemon, session)).toBe(own.PATH);
});
