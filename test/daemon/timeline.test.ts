// What a scrubber needs of a session, over the wire.
import { expect, test } from "vitest";
import { emptyMarks, extendMarks } from "../../src/core/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("a timeline has the times of some events, and on request the marks of all; of a fork those of its base, too", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("first");
  agent.say(
    { type: "tool_call", data: { toolCallId: "c", title: "Run", kind: "execute", status: "completed" } },
    { type: "turn_end", reason: "completed", mark: "mark" },
  );
  await until("the end of the turn", () => daemon.events(session).some(({ type }) => type === "turn_end"));
  const events = daemon.events(session);
  const { marks, points, ...rest } = await daemon.client.timeline(session);
  expect(rest).toEqual({ firstSeq: 1, head: events.length, epoch: daemon.log.epoch });
  expect(marks).toBeNull();
  expect(points).toEqual(events.map(({ seq, at }) => ({ seq, at })));

  const few = await daemon.client.timeline(session, { limit: 3, marks: 1 });
  expect(few.points.map(({ seq }) => seq)).toEqual([1, Math.round((events.length + 1) / 2), events.length]);
  expect(few.marks).toEqual(extendMarks(emptyMarks(600), events).items);
  expect(few.marks?.find(({ prompts }) => prompts > 0)?.text).toBe("first");
  expect((await daemon.client.timeline(session, { limit: 1 })).points.map(({ seq }) => seq)).toEqual([1]);

  const { session: fork } = await daemon.client.fork(session);
  expect((await daemon.client.timeline(fork.id, { marks: 1 })).marks).toEqual(few.marks);
  await expect(daemon.client.timeline("5e551011-0000-4000-8000-000000000000")).rejects.toMatchObject({
    code: "session_not_found",
  });
});
