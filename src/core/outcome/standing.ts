// The progress of a prompt before its turn has ended: it continues by itself, or it needs a person. This is read from the state after a commit,
// because later events of the same commit can change what one event says.
import type { Event } from "../event.ts";
import type { Limits } from "../limit/state.ts";
import { blockingQuestion } from "../prompt/blocking-question.ts";
import { isPassing, type PassingWait, waitOf } from "../prompt/wait.ts";
import type { SessionState } from "../state.ts";
import type { PersonNeeded } from "./result.ts";

/** `wait` ends by itself; null if the prompt waits for nothing. */
type GoesOn = { readonly kind: "goes_on"; readonly wait: PassingWait | null };

export function standingOf(
  state: SessionState,
  promptId: string,
  { limits, nowMs }: { limits: Limits; nowMs: number },
): PersonNeeded | GoesOn {
  const wait = waitOf(state, promptId, { limits, nowMs });
  // If there are two reasons: the one that would remain after the question was answered.
  if (wait && !isPassing(wait)) return { kind: "waits", wait, nowMs, seq: state.head };
  const blocking = blockingQuestion(state, promptId);
  if (!blocking) return { kind: "goes_on", wait };
  const { question, isQueued } = blocking;
  return { kind: "asks", question, isQueued, seq: question.seq };
}

const turningPoints = new Set([
  ...["prompt_queued", "prompt_edited", "prompt_withdrawn", "queue_paused", "turn_start", "turn_end"],
  ...["quota_reached", "prompt_waiting", "limits_changed", "error"],
]);

/** Whether this event can change the prompt's progress. */
export function changesStanding(event: Event, promptId: string): boolean {
  const { type, data } = event as { type: string; data: { state?: unknown; promptId?: unknown } };
  if (type === "permission") return data.state === "asked";
  return type === "user_prompt" ? data.promptId === promptId : turningPoints.has(type);
}
