// The system refuses to start a process: that is the cause that people are told, and it is not tried again by itself.
import { expect, test } from "vitest";
import { SkeinError } from "../../src/core/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("a process that the system refuses to start is a failed start with its cause, and tried again with the next prompt", async () => {
  const daemon = await testDaemon();
  const open = daemon.keeper.open.bind(daemon.keeper);
  const cause = Object.assign(new Error("spawn E2BIG"), { code: "E2BIG" });
  const text = "The agent's process could not be started: its environment is too long.";
  daemon.keeper.open = async () => {
    throw new SkeinError("keeper_not_started", text, { cause });
  };
  const session = await daemon.newSession();
  await daemon.send(session, "one");
  expect((await daemon.ofType(session, "error")).data).toMatchObject({ code: "start_failed", message: text });
  expect((await daemon.client.session(session)).session).toMatchObject({
    status: "error",
    reason: { code: "start_failed", text },
  });
  daemon.clock.advance(10 * 60_000);
  await daemon.client.session(session);
  expect(daemon.types(session).filter((type) => type.startsWith("agent_"))).toEqual(["agent_start", "agent_exit"]);
  expect(daemon.log.runs()).toEqual([]);
  daemon.keeper.open = open;
  await daemon.send(session, "two");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the first prompt", () => agent.prompts.includes("one"));
});
