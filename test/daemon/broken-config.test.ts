// What can be done to a session while config.toml can't be used.
import { expect, test } from "vitest";
import { ConfigError } from "../../src/home/config.ts";
import { scriptedRegistry } from "../kit/scripted-agent.ts";
import { testDaemon } from "../kit/test-daemon.ts";

test("a session can be looked at, renamed and killed; what depends on the agent is refused with the reason", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  let isBroken = false;
  daemon.registry = {
    ...scriptedRegistry,
    get: (...which) => {
      if (isBroken) throw new ConfigError("config.toml: something is wrong");
      return scriptedRegistry.get(...which);
    },
  };
  await daemon.restart();
  isBroken = true;
  const refused = { code: "config_invalid", message: "config.toml: something is wrong" };
  await expect(daemon.send(session, "more")).rejects.toMatchObject(refused);
  await expect(daemon.client.setMode(session, "plan")).rejects.toMatchObject(refused);
  expect((await daemon.client.session(session)).agent).toBeUndefined();
  await daemon.client.rename(session, "other");
  await daemon.client.stop(session);
  await daemon.ofType(session, "agent_exit");
});
