// absent → open ⇄ ended. A failure stays until the next turn starts.
import type { KnownEvent } from "../event.ts";
import type { Fork } from "./events.ts";
import type { LifecycleState } from "./state.ts";

export function reduceLifecycle(state: LifecycleState, event: KnownEvent): LifecycleState {
  const touched = touchedBy(state, event);
  switch (event.type) {
    case "session_start":
      return {
        ...touched,
        phase: "open",
        agent: event.data.agent,
        workspace: event.data.workspace,
        name: event.data.name,
        fork: forkOf(event.data.fork) ?? state.fork,
        after: event.data.after ?? state.after,
        archived: null,
        createdAt: state.createdAt ?? event.at,
        ended: null,
        failure: null,
      };
    case "external_id":
      return { ...touched, external: event.data };
    case "archived":
      return { ...touched, archived: state.archived ?? { seq: event.seq } };
    case "unarchived":
      return { ...touched, archived: null };
    case "trashed":
      return { ...touched, trashed: { ...event.data, seq: event.seq } };
    case "restored":
      return { ...touched, trashed: null, ended: state.ended && { reason: "restored", seq: event.seq } };
    case "selected":
      return { ...touched, selectedAt: event.at };
    case "renamed":
      return event.by.kind === "agent" ? touched : { ...touched, name: event.data.name };
    case "session_end":
      return { ...touched, phase: "ended", ended: { reason: event.data.reason, seq: event.seq } };
    case "acknowledged":
      // Later events can't have been read yet.
      return { ...touched, acknowledgedSeq: Math.max(state.acknowledgedSeq, Math.min(event.data.seq, event.seq)) };
    case "turn_start":
      return { ...touched, failure: null };
    case "turn_end":
      if (event.data.reason === "completed") return { ...touched, failure: null };
      if (event.data.reason !== "failed") return touched;
      return {
        ...touched,
        failure: { code: "failed", message: event.data.error ?? "The turn failed.", seq: event.seq },
      };
    case "agent_exit":
      if (!isFailure(event.data)) return touched;
      return { ...touched, failure: state.failure ?? { code: "failed", message: event.data.text, seq: event.seq } };
    case "resume_failed":
      return { ...touched, failure: { code: "resume_failed", message: event.data.message, seq: event.seq } };
    case "error":
      return { ...touched, failure: { code: event.data.code, message: event.data.message, seq: event.seq } };
    case "lost":
      return state;
    default:
      return touched;
  }
}

const forkOf = (fork: Fork | undefined): LifecycleState["fork"] =>
  fork ? { session: fork.session, seq: fork.seq, turn: fork.turn } : null;

/** Looking at a session, arranging it in a list, or recording its files is no activity in it: the order by activity stays. */
const passive: ReadonlySet<string> = new Set(["acknowledged", "arranged", "checkpoint"]);

function touchedBy(state: LifecycleState, event: KnownEvent): LifecycleState {
  if (passive.has(event.type)) return state;
  const lastActiveAt = isPersonActing(event) ? event.at : state.lastActiveAt;
  const activityAt = isActivity(event) ? event.at : state.activityAt;
  return { ...state, updatedAt: event.at, updatedSeq: event.seq, lastActiveAt, activityAt };
}

/**
 * A person acts, or the agent begins, asks, ends or fails. What is in between would move the session in lists all the time, and what Skein does
 * to an idle session is no activity.
 */
function isActivity(event: KnownEvent): boolean {
  switch (event.type) {
    case "turn_start":
    case "turn_end":
    case "error":
    case "resume_failed":
      return true;
    case "permission":
      return event.data.state === "asked" || isPersonActing(event);
    case "task_end":
      return event.by.kind === "agent";
    case "agent_exit":
      return isFailure(event.data);
    default:
      return isPersonActing(event);
  }
}

/** A delivered prompt names its sender, who acted when it was queued. */
const isPersonActing = ({ by, type }: KnownEvent): boolean => by.kind === "client" && type !== "user_prompt";

/** An idle agent that is gone, as after a reboot, is not a failure. */
export const isFailure = ({ outcome, turn }: { outcome: string; turn?: string | null | undefined }): boolean =>
  outcome === "crashed" || (outcome === "lost" && typeof turn === "string");
