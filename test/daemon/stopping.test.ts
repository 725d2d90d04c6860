import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

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

test("an agent that can't be stopped at the first try is stopped at the next, and reported once for each cause", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  let tries = 0;
  const end = agent.onStop;
  daemon.means(/^an agent could not be stopped/);
  agent.onStop = () => {
    tries++;
    if (tries < 4) throw new Error("the processes can't be read");
    end();
  };
  await daemon.client.stop(session);
  await until("the agent to be stopped", () => {
    daemon.clock.advance(500);
    return daemon.types(session).includes("agent_exit");
  });
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "stopped" });
  expect(daemon.faults).toEqual(["an agent could not be stopped; retrying: Error: the processes can't be read"]);
});

test("an agent that ends by itself while it can't be stopped has been stopped", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  daemon.means(/^an agent could not be stopped/);
  agent.onStop = () => {
    throw new Error("the processes can't be read");
  };
  await daemon.client.stop(session);
  await until("the failure", () => daemon.faults.length > 0);
  agent.exit({ kind: "exited", code: 0 });
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "stopped" });
});
