// Which environment a session's agent gets: that of who opened the session. Only people change it afterwards.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Caller } from "../../src/core/index.ts";
import { openEnvironments } from "../../src/daemon/runs/environments.ts";
import { createMemoryLog } from "../../src/log/index.ts";
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
  ["anybody, while no agent lives", { kind: "unknown", why: "it is blind", isAlone: true, isLapse: false }, true],
  [
    "anybody, where the system does not tell",
    { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false },
    false,
  ],
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

test("an attach that made a session says so again when it is repeated, and one that did not does not", async () => {
  const daemon = await testDaemon();
  const first = { id: crypto.randomUUID(), cwd: daemon.workspace, env: own };
  const made = await daemon.client.attach(first);
  expect(made.created).toBe(true);
  expect(await daemon.client.attach(first)).toMatchObject({
    created: true,
    replayed: true,
    session: { id: made.session.id },
  });
  const second = { id: crypto.randomUUID(), cwd: daemon.workspace };
  for (const _ of [1, 2]) expect(await daemon.client.attach(second)).toMatchObject({ created: false });
});

test.for(["create", "attach"] as const)(
  "a session keeps the environment of the request that made it, even if the daemon died before the file was written: %s",
  async (name) => {
    const daemon = await testDaemon();
    daemon.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
    const wish = { id: crypto.randomUUID(), cwd: daemon.workspace, env: own, keepsEnvironment: true };
    const open = () =>
      name === "create"
        ? daemon.client.create({ id: wish.id, cwd: wish.cwd, env: wish.env })
        : daemon.client.attach(wish);
    const { session } = await open();
    rmSync(join(daemon.paths.environments, `${session.id}.json`));
    await open();
    expect(pathOf(daemon, session.id)).toBe(own.PATH);
  },
);

test("a repeated request gives no environment to a session that was made without one", async () => {
  const daemon = await testDaemon();
  daemon.caller = { kind: "agent" };
  const wish = { id: crypto.randomUUID(), cwd: daemon.workspace };
  const { session } = await daemon.client.create(wish);
  await daemon.client.create({ ...wish, env: other });
  expect(existsSync(join(daemon.paths.environments, `${session.id}.json`))).toBe(false);
});

test("an agent that clears somebody's session gives its environment to the new one alone", async () => {
  const { daemon, session } = await openedByPerson();
  daemon.caller = { kind: "agent" };
  const cleared = await daemon.client.clear(session, { env: other });
  expect(pathOf(daemon, cleared.session.id)).toBe(other.PATH);
  expect(pathOf(daemon, session)).toBe(own.PATH);
});

const broken: [name: string, break_: (path: string) => void][] = [
  ["empty, as a power cut leaves it", (path) => writeFileSync(path, "")],
  ["cut off", (path) => writeFileSync(path, '{"PATH":"/usr')],
  ["something else", (path) => writeFileSync(path, '{"PATH":7}')],
  [
    "no file",
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
];

test.for(broken)("an environment that is %s starts no agent with another one, and says so", async ([, breakIt]) => {
  const { daemon, session } = await openedByPerson();
  const path = join(daemon.paths.environments, `${session}.json`);
  daemon.means(/environment .* can't be read/);
  breakIt(path);
  await daemon.send(session, "go");
  const { data } = await daemon.ofType(session, "error");
  expect(data).toMatchObject({
    code: "start_failed",
    message: expect.stringMatching(/environment .* can't be read.*skein attach/),
  });
  expect(daemon.keeper.runs).toEqual([]);
  await expect(daemon.client.fork(session)).rejects.toThrow(/environment .* can't be read/);
  await expect(daemon.client.clear(session)).rejects.toThrow(/environment .* can't be read/);
});

/** A session whose agent has worked with its own environment, which somebody has deleted since. */
async function withDeletedEnvironment(): Promise<{ daemon: TestDaemon; session: string }> {
  const { daemon, session } = await openedByPerson();
  await daemon.send(session, "go");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "n1", provenance: "reported" });
  await daemon.client.stop(session);
  await daemon.ofType(session, "agent_exit");
  rmSync(join(daemon.paths.environments, `${session}.json`));
  await daemon.restart();
  return { daemon, session };
}

test("an environment that was deleted starts no agent with the daemon's own, and says what gives it another one", async () => {
  const { daemon, session } = await withDeletedEnvironment();
  daemon.means(/could not be started: .* environment .* is gone/);
  await daemon.send(session, "again");
  const { data } = await daemon.ofType(session, "error");
  expect(data).toMatchObject({
    code: "start_failed",
    message: expect.stringMatching(/environment .* is gone.*skein restart/),
  });
  expect(daemon.keeper.runs).toHaveLength(1);
  await expect(daemon.client.compareEnvironment(session, own)).rejects.toThrow(/environment .* is gone/);
  await expect(daemon.client.fork(session)).rejects.toMatchObject({
    code: "environment_unreadable",
    message: expect.stringMatching(/environment .* is gone/),
  });
  await expect(daemon.client.clear(session)).rejects.toThrow(/environment .* is gone/);

  await daemon.client.renewEnvironment(session, other);
  await daemon.send(session, "and again");
  expect((await daemon.run(2)).spec.env.PATH).toBe(other.PATH);
});

test("a session that came from a file, and one that was given none, work with the daemon's environment", async () => {
  const { daemon, session } = await withDeletedEnvironment();
  const file = daemon.events(session).map((event) => `${JSON.stringify(event)}\n`);
  const { session: copy } = await daemon.client.importSession(Readable.from([Buffer.from(file.join(""))]), {
    asNew: true,
  });
  for (const one of [await daemon.newSession(), copy?.id ?? ""]) {
    const runs = daemon.keeper.runs.length;
    await daemon.send(one, "go");
    expect((await daemon.run(runs + 1)).spec.env.PATH).toBe(process.env.PATH);
  }
});

test("who opens the session again gives it its environment back", async () => {
  const { daemon, session } = await openedByPerson();
  daemon.means(/environment .* can't be read/);
  writeFileSync(join(daemon.paths.environments, `${session}.json`), "");
  await daemon.send(session, "go");
  await daemon.ofType(session, "error");
  await daemon.client.attach({ cwd: daemon.workspace, env: own });
  await daemon.send(session, "again");
  expect((await daemon.run()).spec.env.PATH).toBe(own.PATH);
});

test("terminals that open one session at once all get it, and its environment is one of theirs, whole", async () => {
  const { daemon, session } = await openedByPerson();
  for (let round = 0; round < 5; round++) {
    const environments = [1, 2, 3, 4].map((n) => ({
      PATH: `/usr/bin:/${n}`,
      LONG: "v".repeat(n % 2 === 0 ? 20_000 : 1),
    }));
    await Promise.all(environments.map((env) => daemon.client.attach({ cwd: daemon.workspace, env })));
    expect(environments.map(({ PATH }) => PATH)).toContain(pathOf(daemon, session));
  }
  expect(readdirSync(daemon.paths.environments)).toEqual([`${session}.json`]);
});

test("of environments that are kept at once the last one counts", async () => {
  const { paths } = await testDaemon();
  const environments = openEnvironments(paths.environments, {});
  const all = Array.from({ length: 30 }, (_, n) => ({ PATH: `/${n}`, LONG: "v".repeat((30 - n) * 10_000) }));
  await Promise.all(all.map((env) => environments.keep("s", env)));
  expect(await environments.of("s", { hadOwn: true })).toMatchObject({ variables: { PATH: "/29" }, isOwn: true });
});

test("a log that came from elsewhere removes no environment of a session that it does not know", async () => {
  const { daemon, session } = await openedByPerson();
  const ours = daemon.log;
  await daemon.stop();
  daemon.log = createMemoryLog();
  await daemon.start();
  await daemon.client.emptyTrash();
  await daemon.stop();
  daemon.log = ours;
  await daemon.start();
  expect(pathOf(daemon, session)).toBe(own.PATH);
});

test("an environment that was deleted before the first prompt, or could not be kept, is never replaced by the daemon's", async () => {
  const { daemon, session } = await openedByPerson();
  daemon.means(/could not be started: .* environment .* is gone/);
  rmSync(join(daemon.paths.environments, `${session}.json`));
  await daemon.send(session, "go");
  expect((await daemon.ofType(session, "error")).data).toMatchObject({
    code: "start_failed",
    message: expect.stringMatching(/environment .* is gone.*skein restart/),
  });
  expect(daemon.keeper.runs).toEqual([]);
  await daemon.client.renewEnvironment(session, other);
  await daemon.send(session, "again");
  expect((await daemon.run(1)).spec.env.PATH).toBe(other.PATH);
});
