// What in a session waits for a person now. Each item is named by the event that caused it, so that every reader finds
// the same name; an item that is no longer listed was answered, read or superseded.
import type { SessionState } from "../state.ts";
import { countTasks } from "../task/state.ts";
import { oneLine } from "../text/one-line.ts";
import type { ClosedTurn } from "../turn/state.ts";

export type AttentionKind =
  /** A question that neither a person nor a rule has answered. */
  | "needs_you"
  /** A turn, or the agent itself. */
  | "failed"
  /** A turn ended well, with its background work, and is unread. */
  | "finished";

export interface Waiting {
  /** `<session>:<seq>` */
  id: string;
  kind: AttentionKind;
  session: string;
  seq: number;
  /** The session's name for people. */
  name: string;
  /** A summary in one line, name included. */
  text: string;
}

/** Oldest first. */
export function waitingFor(session: string, state: SessionState): Waiting[] {
  const { lifecycle, permission } = state;
  if (lifecycle.phase !== "open") return [];
  const name = nameOf(session, state);
  const item = (kind: AttentionKind, seq: number, text: string): Waiting => ({
    ...{ id: `${session}:${seq}`, kind, session, seq, name },
    text: oneLine(`${name} ${text}`),
  });
  const questions = permission.open.flatMap((one) =>
    one.state === "asked" ? [item("needs_you", one.seq, `asks: ${one.title}`)] : [],
  );
  const end = failure(state) ?? success(state);
  const isUnread = end !== null && end.seq > lifecycle.acknowledgedSeq;
  const results = isUnread ? [item(end.kind, end.seq, end.text)] : [];
  return [...questions, ...results].toSorted((a, b) => a.seq - b.seq);
}

type Result = Pick<Waiting, "kind" | "seq" | "text">;

const badEnds: Partial<Record<ClosedTurn["reason"], string>> = {
  failed: "failed",
  refused: "refused to continue",
  limit: "stopped at a limit",
};

/** The newest failure. A failure in a turn counts from the turn's end: until then the agent may recover. */
function failure({ turn, lifecycle }: SessionState): Result | null {
  const { last } = turn;
  const isOver = turn.open === null;
  const message = isOver ? (lifecycle.failure?.message ?? null) : null;
  const seq = Math.max(isOver ? (lifecycle.failure?.seq ?? 0) : 0, last?.seq ?? 0);
  const badEnd = last ? badEnds[last.reason] : undefined;
  if (message !== null) return { kind: "failed", seq, text: `failed: ${message}` };
  return badEnd === undefined ? null : { kind: "failed", seq, text: badEnd };
}

/** Only after the last background task has ended: until then the work continues. */
function success({ turn, task }: SessionState): Result | null {
  if (turn.open !== null || turn.last?.reason !== "completed" || countTasks(task) > 0) return null;
  return { kind: "finished", seq: Math.max(turn.last.seq, task.rest?.seq ?? 0), text: "finished" };
}

const SHORT_ID = 8;

function nameOf(session: string, { lifecycle }: SessionState): string {
  const directory = lifecycle.workspace?.path.split("/").findLast((part) => part !== "");
  return oneLine(lifecycle.name ?? directory ?? session.slice(0, SHORT_ID));
}

/** Notes about what would run that are not part of it. */
export const notesOf = ({ permission }: SessionState, { kind, seq }: Waiting): readonly string[] =>
  (kind === "needs_you" && permission.open.find((one) => one.seq === seq)?.notes) || [];

/** The details behind the line: the whole of what would run, the error, the beginning of the last message. */
export function detailOf({ permission, lifecycle, message }: SessionState, { kind, seq }: Waiting): string | null {
  if (kind === "needs_you") return permission.open.find((one) => one.seq === seq)?.detail ?? null;
  return kind === "failed" ? (lifecycle.failure?.message ?? null) : (message.last?.preview ?? null);
}
