// Errors on the wire.
import { expect, test } from "vitest";
import type { RejectionCode } from "../../src/core/index.ts";
import { type ProblemCode, problem, problems } from "../../src/protocol/index.ts";

/** The compiler keeps this list complete. */
const rejections: Record<RejectionCode, number> = {
  agent_unknown: 422,
  already_answered: 409,
  capability_missing: 422,
  budget_used_up: 429,
  command_unknown: 422,
  confirmation_required: 403,
  form_incomplete: 400,
  in_trash: 410,
  invalid_time: 400,
  mode_unsupported: 422,
  moved: 409,
  name_taken: 409,
  not_resumable: 409,
  not_steerable: 409,
  prompt_delivered: 409,
  prompt_not_found: 404,
  prompt_withdrawn: 409,
  self_approval: 403,
  waits_for_itself: 409,
  option_unknown: 400,
  permission_not_found: 404,
  prompt_exists: 409,
  queue_full: 429,
  session_exists: 409,
  session_not_found: 404,
  stale_permission: 409,
  turn_mismatch: 409,
  turn_not_found: 404,
  turn_not_running: 409,
  turn_running: 409,
  tasks_running: 409,
};

test.for(Object.entries(rejections))("the core's rejection %s is a problem with status %i", ([code, status]) => {
  expect(problems[code as RejectionCode]).toEqual({ status, title: expect.stringMatching(/^[A-Z].*[^.]$/) });
});

test("a problem has everything that RFC 9457 asks for, and facts of its own", () => {
  expect(problem("queue_full", "100 prompts are queued already.", { limit: 100 })).toEqual({
    type: "urn:skein:error:queue_full",
    title: "The queue is full",
    status: 429,
    code: "queue_full",
    detail: "100 prompts are queued already.",
    retryable: false,
    limit: 100,
  });
});

test("facts never overwrite what the code says", () => {
  const lies = { type: "x", title: "x", status: 200, code: "x", detail: "x", retryable: true };
  expect(problem("session_not_found", "It is gone.", lies)).toEqual(problem("session_not_found", "It is gone."));
});

test("only what passes by itself is worth a retry", () => {
  const codes = Object.keys(problems) as ProblemCode[];
  expect(codes.filter((code) => problem(code, "").retryable)).toEqual(["too_many_requests", "draining", "fenced"]);
});

test("every status is one of an error", () => {
  for (const { status } of Object.values(problems)) expect(status >= 400 && status < 600).toBe(true);
});
