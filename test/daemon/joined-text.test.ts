// How soon a piece of text is an event: at once, unless another one was written less than 20 ms before.
import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("[R-42] a piece that comes 20 ms after the one before is passed on at once, without any wait; closer ones are joined until then", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const say = (text: string) => agent.say({ type: "agent_message", data: { messageId: "m", text } });
  const pieces = () =>
    daemon
      .events(session)
      .flatMap(({ type, data }) => (type === "agent_message" ? [(data as { text: string }).text] : []));
  const reads = (wanted: readonly string[]) =>
    until(`the pieces ${wanted}`, () => JSON.stringify(pieces()) === JSON.stringify(wanted));

  // No time passes but where it is said.
  say("one ");
  await reads(["one "]);
  daemon.clock.advance(20);
  say("two ");
  await reads(["one ", "two "]);
  daemon.clock.advance(5);
  say("three ");
  say("four ");
  await daemon.client.rename(session, "meanwhile");
  await daemon.ofType(session, "renamed");
  expect(pieces()).toEqual(["one ", "two "]);
  daemon.clock.advance(15);
  await reads(["one ", "two ", "three four "]);
});
