import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";

test("what an agent started as another user is named when it is stopped, and the session is stopped all the same", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.leftProcesses = [4711, 4712];
  await daemon.client.stop(session);
  const exit = await daemon.ofType(session, "agent_exit");
  expect(exit.data).toMatchObject({ outcome: "stopped", left: [4711, 4712] });
  const notice = await daemon.event(session, ({ data }) => data.kind === "processes_left");
  expect(notice.data.text).toContain("2 processes");
  expect(notice.data.text).toContain("4711, 4712");
  expect((await daemon.client.session(session)).session.status).toBe("stopped");
});

test("a process that left nothing behind names nothing", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  await daemon.client.stop(session);
  expect((await daemon.ofType(session, "agent_exit")).data).not.toHaveProperty("left");
});
