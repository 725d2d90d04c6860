import { expect, test } from "vitest";
import { asks, cliDaemon } from "./cli-daemon.ts";

test("[T-06] what a screen shows beside the conversation is stored nowhere, a question that waits is", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(asks("q1", "rm x"));
  await daemon.ofType(session, "permission");
  const stored = daemon.events(session);

  // Status, hints and how to answer are on the screen only.
  expect((await run(["ls"])).out).toContain("needs you");
  expect((await run(["inbox"])).out).toContain("rm x");
  expect((await run(["show"])).out).toContain("go");
  expect(daemon.events(session)).toEqual(stored);
  expect(JSON.stringify(stored)).not.toContain("needs you");

  // The question outlives the daemon.
  await daemon.restart();
  expect(stored.at(-1)).toMatchObject({ type: "permission", data: { id: "q1", state: "asked" } });
  expect((await daemon.client.inbox()).items).toMatchObject([{ session, id: "q1" }]);
});
