// A session whose log can't be read for a while goes on by itself as soon as it can.
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("a log that can't be read several times in a row holds a session only as long as that lasts", async () => {
  const log = createMemoryLog();
  let failures = 0;
  const daemon = new TestDaemon({
    ...log,
    snapshot(session) {
      if (failures === 0) return log.snapshot(session);
      failures--;
      throw new Error("EIO: i/o error, read");
    },
  });
  await daemon.start();
  const { session, agent } = await daemon.working();
  await daemon.stop();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "still here" } });
  // Each start looks at a session twice: for its slot, and to take it up.
  daemon.means(/is paused until this is over.*EIO/);
  failures = 4;
  await daemon.start();
  await until("the log to work again", () => {
    daemon.clock.advance(2_000);
    return failures === 0;
  });
  await until("the agent's words", () => {
    daemon.clock.advance(2_000);
    return daemon.types(session).includes("agent_message");
  });
  await daemon.send(session, "and another");
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the next prompt", () => agent.prompts.includes("and another"));
  expect(daemon.faults.filter((one) => one.includes("is paused until"))).toHaveLength(1);
});
