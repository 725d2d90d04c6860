import { expect, test } from "vitest";
import type { CheckContext } from "../../../src/cli/doctor/check.ts";
import { runChecks } from "../../../src/cli/doctor/run-checks.ts";
import type { Client } from "../../../src/client/index.ts";
import { pathsOf } from "../../../src/home/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";

function patient(): Pick<CheckContext, "io" | "paths"> {
  const home = tempDir();
  const io = { env: { HOME: home, PATH: "" }, program: "/opt/skein.cjs", now: () => Date.UTC(2026, 0, 10) };
  return { io: io as unknown as CheckContext["io"], paths: pathsOf({ SKEIN_HOME: home }) };
}

const server = {
  daemon: { version: "0.0.1", pid: 2147483646, startedAt: "2026-01-10T00:00:00.000Z" },
  config: { problem: null, minFreeMegabytes: 0 },
  storage: { kind: "writable" },
  recovery: null,
};

test("what recoveries have set aside is said with its place and its size", async () => {
  const told = { at: "2026-01-09T00:00:00.000Z", text: "The log was recovered.", lost: 0, kept: "/home/damaged/a" };
  const fixFor = async (recovery: object): Promise<unknown> => {
    const client = { server: async () => ({ ...server, recovery }), sessions: never, inspectAgents: never };
    const results = await runChecks(patient(), async () => ({ ...client, processes: never }) as unknown as Client, 500);
    return results.find(({ title }) => title === "recovery")?.fix;
  };
  const where = "what could not be read is kept in /home/damaged/a";
  const what = "delete it when you no longer need it";
  expect(await fixFor(told)).toBe(`${where}; ${what}`);
  expect(await fixFor({ ...told, copies: { incidents: 1, bytes: 5 * 1024 ** 2 } })).toBe(`${where} (5 MB); ${what}`);
  expect(await fixFor({ ...told, copies: { incidents: 3, bytes: 900 * 1024 ** 2 } })).toBe(
    `${where} (900 MB with those of 2 before); ${what}`,
  );
});

const never = (): Promise<never> => new Promise(() => {});

test("a check that gets no answer is given up with what to do, and the others are there", async () => {
  const client = { server: async () => server, sessions: never, inspectAgents: never, processes: never };
  const results = await runChecks(patient(), async () => client as unknown as Client, 500);
  const late = results.filter(({ text }) => text === "the check took longer than 0.5 seconds");
  expect(late.map(({ id }) => id)).toEqual(["backup", "clock", "agents", "leftovers"]);
  expect(late[0]).toMatchObject({
    state: "failed",
    fix: "watch the daemon's log: skein daemon logs --follow",
  });
  expect(results).toContainEqual({ id: "database", state: "ok", title: "log", text: "everything is saved" });
});

test("a check that fails itself is a finding, and the others are there", async () => {
  const broken = async (): Promise<never> => {
    throw new Error("what is this?");
  };
  const client = { server: async () => server, sessions: broken, inspectAgents: broken, processes: broken };
  const results = await runChecks(patient(), async () => client as unknown as Client);
  const failed = results.filter(({ text }) => text === "what is this?");
  expect(failed.map(({ id, state }) => `${id} ${state}`)).toEqual(
    ["backup", "clock", "agents", "leftovers"].map((id) => `${id} failed`),
  );
});

test("without a daemon the reason is said once, and nothing asks it", async () => {
  const results = await runChecks(patient(), async () => {
    throw new Error("no daemon today");
  });
  expect(results.filter(({ id }) => id === "daemon")).toMatchObject([{ state: "failed", text: "no daemon today" }]);
  expect(results.find(({ id }) => id === "database")).toMatchObject({ state: "note" });
  expect(results.find(({ id }) => id === "config")).toMatchObject({ state: "ok" });
});
