// The marks of a scrubber: bounded, the same however the events come, and nothing is lost in them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Event, emptyMarks, extendMarks, type Mark } from "../../../src/core/index.ts";
import { anyLogAbout } from "../../kit/arbitrary-events.ts";
import { body, delivered, ended, options, place } from "../../kit/events.ts";

const marksOf = (events: readonly Event[], capacity = 600) => extendMarks(emptyMarks(capacity), events);
const total = (items: readonly Mark[]) =>
  items.reduce((sum, one) => sum + one.prompts + one.questions + one.errors + one.tools, 0);

test("prompts, questions, errors and tool calls have a mark where they were", () => {
  const events = place([
    ...delivered("p1", "t1"),
    body("tool_call", { toolCallId: "c", title: "x", kind: "execute", status: "running" }),
    body("permission", { id: "q", state: "asked", title: "x", detail: "x", options }),
    body("permission", { id: "q", state: "applied", option: "yes" }),
    body("error", { code: "x", message: "x" }),
    ended("t1", "failed"),
  ]);
  const seqOf = (type: string): number => events.find((one) => one.type === type)?.seq ?? 0;
  const { items } = marksOf(events);
  expect(items.map(({ seq, prompts, tools, questions, errors }) => [seq, prompts, tools, questions, errors])).toEqual([
    [seqOf("user_prompt"), 1, 0, 0, 0],
    [seqOf("tool_call"), 0, 1, 0, 0],
    [seqOf("permission"), 0, 0, 1, 0],
    [seqOf("error"), 0, 0, 0, 1],
    [seqOf("turn_end"), 0, 0, 0, 1],
  ]);
  expect(items[0]?.text).not.toBeNull();
});

test("there are never more than fit, their sums stay, and batches make no difference", () => {
  const log = anyLogAbout(["user_prompt", "tool_call", "permission", "error", "turn_end", "agent_exit"]);
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 12 }), fc.nat(60), (events, capacity, cut) => {
      const marks = marksOf(events, capacity);
      expect(marks.items.length).toBeLessThanOrEqual(capacity);
      expect(total(marks.items)).toBe(total(marksOf(events, 1000).items));
      const first = extendMarks(emptyMarks(capacity), events.slice(0, cut));
      expect(extendMarks(first, events)).toEqual(marks);
    }),
  );
});
