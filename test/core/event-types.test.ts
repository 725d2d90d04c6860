// The one list of event types. Whoever adds one decides here that it belongs into every log, for good.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventData, understand } from "../../src/core/index.ts";
import { anyBody, eventTypes } from "../kit/arbitrary-events.ts";
import { afterJson, daemon, place } from "../kit/events.ts";

test("[M-08] these are all event types", () => {
  expect(Object.keys(eventData).sort()).toEqual([
    "acknowledged",
    "agent_bound",
    "agent_configured",
    "agent_exit",
    "agent_message",
    "agent_parked",
    "agent_start",
    "agent_thought",
    "archived",
    "arranged",
    "checkpoint",
    "commands_listed",
    "error",
    "external_id",
    "file_read",
    "file_write",
    "imported",
    "interrupt",
    "limits_changed",
    "lost",
    "mode_changed",
    "mode_unset",
    "model_changed",
    "notice",
    "permission",
    "plan",
    "prompt_edited",
    "prompt_queued",
    "prompt_waiting",
    "prompt_withdrawn",
    "queue_ordered",
    "queue_paused",
    "quota_reached",
    "quota_reported",
    "renamed",
    "restored",
    "resume_failed",
    "rule_added",
    "selected",
    "session_end",
    "session_start",
    "steer_taken",
    "task_end",
    "task_start",
    "task_stop",
    "tool_call",
    "tool_call_update",
    "trashed",
    "turn_end",
    "turn_start",
    "unarchived",
    "usage",
    "user_prompt",
  ]);
});

describe("understanding", () => {
  test("gives back every event that the schemas allow as it is", () => {
    fc.assert(
      fc.property(anyBody, (one) => {
        const [event] = afterJson(place([one]));
        expect(understand(event!)).toStrictEqual(event);
      }),
      { numRuns: 500 },
    );
  });

  test("drops what a newer version added to an event", () => {
    const [event] = place([{ type: "session_end", by: daemon, data: { reason: "killed", mood: "calm" } }]);
    expect(understand(event!)).toEqual({ ...event, data: { reason: "killed" } });
  });

  test.for(eventTypes)("does not take %s without data", (type) => {
    const [event] = place([{ type, by: daemon, data: null }]);
    expect(understand(event!)).toBeNull();
  });

  test.for([undefined, null, "ada", {}, { kind: "ghost" }, { kind: "client", name: 7 }])(
    "does not take an event from %j",
    (by) => {
      const [event] = place([{ type: "selected", by: by as never, data: {} }]);
      expect(understand(event!)).toBeNull();
    },
  );
});
