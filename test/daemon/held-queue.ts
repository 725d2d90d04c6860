// A queue that is held, because a person has stopped the turn before it.
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** A person has stopped the turn "one": "two" waits in a queue that is held. */
export async function withHeldQueue() {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.client.interrupt(session);
  await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  return { daemon, session, agent };
}

/** Whether the queue is held, and what waits in it, each with whether it is held by itself. */
export async function waitingIn(daemon: TestDaemon, session: string) {
  const { items, paused } = await daemon.client.queue(session);
  return [paused, items.map(({ title, held }) => [title, held])];
}
