import { expect, test } from "vitest";
import type { Driver } from "../../src/agents/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";

/** A daemon with two agents: one that is found where the environment says so and has two ways, and one that is nowhere. */
async function withAgents(): Promise<TestDaemon> {
  const daemon = await testDaemon();
  const scripted = daemon.registry.get("scripted")!;
  const login = { variables: ["SCRIPTED_KEY"], files: [], hint: "scripted login" };
  const stream: Driver = {
    ...scripted,
    probe: { version: null, login, models: { names: ["small", "large"] } },
    find: async ({ SCRIPTED_AT }) =>
      SCRIPTED_AT
        ? { kind: "found", path: SCRIPTED_AT, version: "1.2.3" }
        : { kind: "missing", tried: [], install: "get scripted" },
  };
  const oneshot: Driver = { ...stream, transport: "oneshot", capabilities: { ...stream.capabilities, steer: false } };
  const other: Driver = {
    ...scripted,
    id: "other",
    find: async () => ({ kind: "found", path: "/opt/other", version: null }),
  };
  daemon.registry = {
    get: (id, transport) =>
      id === "other" ? other : id !== "scripted" ? null : transport === "oneshot" ? oneshot : stream,
    list: () => [stream, other],
    defaultAgent: async (env) => (env.SCRIPTED_AT ? stream : other),
  };
  await daemon.restart();
  return daemon;
}

test("agents are found with the environment of whoever asks, and told with login, models, ways and modes", async () => {
  const daemon = await withAgents();
  const env = { SCRIPTED_AT: "/home/ada/scripted", SCRIPTED_KEY: "s3cret" };
  const { items } = await daemon.client.inspectAgents({ env });
  expect(items.map(({ id, installed, isDefault }) => [id, installed, isDefault])).toEqual([
    ["scripted", true, true],
    ["other", true, false],
  ]);
  const { capabilities, ...facts } = items[0]!;
  expect(facts).toEqual({
    ...{ id: "scripted", title: "Scripted", installed: true, isDefault: true, install: null },
    ...{ path: "/home/ada/scripted", version: "1.2.3", transport: "stream", troubles: [] },
    login: { state: "in", evidence: "SCRIPTED_KEY is set", hint: null },
    models: ["small", "large"],
    ways: [
      { transport: "stream", capabilities, forgetsMode: true },
      { transport: "oneshot", capabilities: { ...capabilities, steer: false }, forgetsMode: true },
    ],
  });
  expect(capabilities.modes.code).toEqual({ edits: "free", commands: "asked" });
  expect(JSON.stringify(items)).not.toContain("s3cret");
});

test("what is not installed comes last, with the command that installs it; another one is the default then", async () => {
  const daemon = await withAgents();
  const { items } = await daemon.client.inspectAgents({ env: {} });
  expect(items).toMatchObject([
    { id: "other", isDefault: true },
    { id: "scripted", installed: false, path: null, install: "get scripted", login: { hint: "scripted login" } },
  ]);
});

test("the same by GET, as the daemon itself finds them: all, or one", async () => {
  const daemon = await withAgents();
  const get = async (path: string) => {
    const { status, body } = await rawRequest({ socketPath: daemon.paths.socket, path });
    return { status, body: JSON.parse(body) };
  };
  const all = await get("/v1/agents");
  expect(all.body.items.map(({ id }: { id: string }) => id)).toEqual(["other", "scripted"]);
  expect(await get("/v1/agents/other")).toEqual({ status: 200, body: all.body.items[0] });
  expect(await daemon.client.agent("other", { quick: true })).toMatchObject({ id: "other" });
  expect(await get("/v1/agents/nope")).toMatchObject({
    status: 422,
    body: { code: "agent_unknown", allowed: ["scripted", "other"] },
  });
});

test("a config that can't be used is said", async () => {
  const daemon = await withAgents();
  const { ConfigError } = await import("../../src/home/config.ts");
  daemon.registry = {
    ...daemon.registry,
    list: () => {
      throw new ConfigError("config.toml: agents.nova is unknown");
    },
  };
  await daemon.restart();
  await expect(daemon.client.inspectAgents({})).rejects.toMatchObject({ code: "config_invalid" });
});
