// What people hear of an agent that writes more than anybody reads.
import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const noticesOf = (events: { type: string; data: unknown }[]) =>
  events.flatMap(({ type, data }) => (type === "notice" ? [data] : []));

test("an agent that its keeper held back goes on once it was read, and the log says that it waited", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await daemon.stop();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "much" } });
  agent.holdBack();
  await daemon.start();
  // Daemons let everything go on when they start; what is held back again before it was read hears it from this one.
  agent.holdBack();
  await until("it to go on", () => !agent.isHeldBack);
  await daemon.ofType(session, "agent_message");
  expect(noticesOf(daemon.events(session))).toMatchObject([
    { kind: "held_back", text: expect.stringContaining("limits.unread_output_mb") },
  ]);
});

test("an agent whose stderr was too long ends as any other, and the log says that something of it is missing", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.stderr = { text: "segmentation fault\n", dropped: 3_400_000_000 };
  agent.exit({ kind: "exited", code: 1 });
  const { data } = await daemon.ofType(session, "agent_exit");
  expect(data).toMatchObject({ outcome: "crashed", stderr: "segmentation fault\n" });
  expect(noticesOf(daemon.events(session))).toMatchObject([
    { kind: "stderr_dropped", text: expect.stringMatching(/3\.2 GB .*limits\.stderr_mb/) },
  ]);
});
