import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { cliDaemon } from "./cli-daemon.ts";

test("[C-16] a mode is set for the next turn on, with what it really means", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  expect(await run(["set-mode", "api", "code"])).toEqual({
    code: 0,
    out: "set the mode of api to code (edits free, commands asked), from the next turn\n",
    err: "",
  });
  expect((await daemon.client.session(session)).state.setting.mode).toBe("code");
  expect((await run(["set-mode", "api"])).out).toBe(
    "api: mode code\n  code  edits free, commands asked (set)\n  plan  edits refused, commands refused\n  auto  edits free, commands free\n",
  );
  expect(JSON.parse((await run(["set-mode", "-s", "api", "plan", "--json"])).out)).toEqual({
    ...{ v: 1, session, sessionId: session, mode: "plan" },
    effect: { edits: "refused", commands: "refused" },
  });
});

test("[C-16] a mode is taken back with the word default", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  await run(["set-mode", "api", "auto"]);
  expect(await run(["set-mode", "api", "default"])).toEqual({
    code: 0,
    out: "removed the mode of api: Scripted uses its own default, from the next turn\n",
    err: "",
  });
  expect((await daemon.client.session(session)).state.setting.mode).toBeNull();
  expect((await run(["show", "api"])).out).toContain("mode: the agent's default");
  expect(JSON.parse((await run(["set-mode", "api", "default", "--json"])).out)).toEqual({
    v: 1,
    session,
    sessionId: session,
    mode: null,
  });
});

test("[C-16] where the agent works in another mode than the one that is set, both are told", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working();
  await run(["set-mode", session, "plan"]);
  expect((await run(["set-mode", session])).out).toContain(": mode plan\n");
  expect((await run(["show", session])).out).not.toContain("says that it works");
  agent.say({ type: "mode_changed", data: { mode: "au\u001b[2Jto" } });
  await until("the mode", async () => (await daemon.client.session(session)).state.binding.run?.mode);
  const both = "mode plan; the agent reports auto\n";
  expect((await run(["set-mode", session])).out).toContain(both);
  expect((await run(["show", session])).out).toContain(both);
  expect(JSON.parse((await run(["set-mode", session, "--json"])).out)).toMatchObject({
    mode: "plan",
    agentMode: "au\u001b[2Jto",
  });
});

test("[C-16] where no mode is set, one that the agent tells of is told", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working();
  agent.say({ type: "mode_changed", data: { mode: "plan" } });
  await until("the mode", async () => (await daemon.client.session(session)).state.binding.run?.mode);
  expect((await run(["show", session])).out).toContain("no mode is set; the agent reports plan\n");
});

test("[C-22] a mode that the agent does not have is refused with those that it has, and nothing changes", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  expect(await run(["set-mode", "api", "ask"])).toEqual({
    code: 2,
    out: "",
    err: [
      'error: Scripted has no mode "ask"; it has:',
      "  code  edits free, commands asked",
      "  plan  edits refused, commands refused",
      "  auto  edits free, commands free",
      "fix: choose one of them",
      "",
    ].join("\n"),
  });
  expect((await run(["set-mode", "api", "constructor"])).code).toBe(2);
  const { error } = JSON.parse((await run(["set-mode", "api", "ask", "--json"])).err);
  expect(error).toMatchObject({ code: "mode_unsupported", allowed: ["code", "plan", "auto"] });
  expect((await daemon.client.session(session)).state.setting.mode).toBeNull();
  expect((await run(["set-mode", "api"])).out).toContain("api: no mode is set, Scripted uses its own default\n");
});

test("[C-16] a model is set for the next turn on; without one, what is set is shown", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  expect((await run(["set-model", "api"])).out).toBe(
    "api: no model is set\n  any model that the agent knows; it does not list them\n",
  );
  expect(await run(["set-model", "api", "large-2"])).toEqual({
    code: 0,
    out: "set the model of api to large-2, from the next turn\n",
    err: "",
  });
  expect((await daemon.client.session(session)).state.setting.model).toBe("large-2");
  expect((await run(["set-model", "api"])).out).toContain("api: large-2 is set\n");
});

test("a mode or a model that the agent can't be given ends with the same code", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  const driver = daemon.registry.get("scripted")!;
  const unset = { ...driver, capabilities: { ...driver.capabilities, models: false, modes: {} } };
  daemon.registry = { get: () => unset, list: () => [unset], defaultAgent: async () => unset };
  await daemon.restart();
  for (const words of [
    ["set-mode", "api", "plan"],
    ["set-model", "api", "large"],
    ["new", "--mode", "plan"],
    ["new", "--model", "large"],
  ])
    expect([words, (await run(words)).code]).toEqual([words, 2]);
});

test("a new session may begin with a mode and a model; what its agent does not have leaves no session behind", async () => {
  const { daemon, run } = await cliDaemon();
  expect(await run(["new", "--name", "api", "--mode", "ask"])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Scripted has no mode "ask"; it has:'),
  });
  expect(await daemon.client.sessions()).toEqual([]);
  expect((await run(["new", "--name", "api", "--mode", "plan", "-m", "large"])).code).toBe(0);
  const [listed] = await daemon.client.sessions();
  expect(listed).toMatchObject({ name: "api", mode: "plan" });
  expect((await daemon.client.session(listed!.id)).state.setting).toMatchObject({ mode: "plan", model: "large" });
});

test("a model that the agent does not list is set, also for a new session, and that is said", async () => {
  const { daemon, run } = await cliDaemon();
  const scripted = daemon.registry.get("scripted")!;
  const driver = { ...scripted, probe: { ...scripted.probe, models: { names: ["small", "large"] } } };
  daemon.registry = { get: () => driver, list: () => [driver], defaultAgent: async () => driver };
  await daemon.restart();
  await daemon.newSession("api");
  expect((await run(["set-model", "api", "large"])).err).toBe("");
  expect((await run(["new", "--name", "listed", "--model", "large"])).err).toBe("");
  expect(await run(["new", "--name", "slip", "--model", "larg"])).toMatchObject({
    code: 0,
    err: 'warning: Scripted does not list "larg"; it lists: small, large\n',
  });
  expect((await run(["new", "--name", "still", "--model", "larg", "--quiet"])).err).toBe("");
  expect(await run(["set-model", "api", "larg"])).toEqual({
    code: 0,
    out: "set the model of api to larg, from the next turn\n",
    err: 'warning: Scripted does not list "larg"; it lists: small, large\n',
  });
});
