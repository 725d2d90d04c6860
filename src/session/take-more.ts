// More of a session that was imported before, from the program that recorded it: history alone, in one commit, and only while nobody has continued
// the session here.
import { type EventBody, type EventType, type KnownEvent, moreArrived, type SessionState } from "../core/index.ts";
import type { SessionContext } from "./session-context.ts";

/** What happened. No decision is among them: a person's name for the session, its rules, modes and limits stay as they are. */
const history: ReadonlySet<string> = new Set<EventType>([
  "prompt_queued",
  "prompt_withdrawn",
  "turn_start",
  "user_prompt",
  "turn_end",
  "agent_message",
  "agent_thought",
  "plan",
  "tool_call",
  "tool_call_update",
  "file_read",
  "file_write",
  "permission",
  "error",
  "notice",
  "usage",
  "renamed",
  "external_id",
]);

export interface More {
  /** The last event that the session had when they were made. */
  after: number;
  events: readonly KnownEvent[];
}

/** Resolves to the last event, or to why nothing was taken, as the end of a sentence. */
export async function takeMore(
  context: SessionContext,
  { after, events }: More,
): Promise<{ head: number } | { why: string }> {
  const { state } = context;
  const why = whyNoMore(state, after) ?? events.map((event) => whyNot(state, event)).find((one) => one !== null);
  if (typeof why === "string") return { why };
  const draft = context.draft();
  for (const event of events) draft.addEarlier(bodyOf(event), earlier(event.at, draft.at));
  const { turn, prompt, permission, task } = draft.state;
  if (turn.open || prompt.queue.length > 0 || permission.open.length > 0 || task.running.length > 0)
    return { why: "something in it is still open at its end" };
  draft.add(...moreArrived(draft.state, { from: context.id, events: events.length }));
  await context.commit(draft);
  return { head: draft.state.head };
}

function whyNoMore({ lifecycle, turn, head }: SessionState, after: number): string | null {
  if (!lifecycle.external) return "the session was not imported from another program";
  if (lifecycle.trashed) return "the session is in the trash";
  const wasContinued = lifecycle.phase !== "ended" || (turn.last?.seq ?? 0) > lifecycle.importedSeq;
  if (wasContinued) return "the session was continued here";
  return head === after ? null : `the session has ${head} events by now`;
}

function whyNot({ lifecycle }: SessionState, { type, by, data, seq }: KnownEvent): string | null {
  if (!history.has(type)) return `event ${seq} is of type ${type}`;
  if (type === "renamed" && by.kind !== "agent") return `event ${seq} is a person's name for the session`;
  const { external } = lifecycle;
  const isOthers = type === "external_id" && (data.system !== external?.system || data.id !== external.id);
  return isOthers ? `event ${seq} names another session` : null;
}

const bodyOf = ({ type, by, data, blobs }: KnownEvent): EventBody =>
  ({ type, by, data, ...(blobs ? { blobs } : {}) }) as EventBody;

/** Times are limited to now. */
const earlier = (claimed: string, now: string): string =>
  Date.parse(claimed) <= Date.parse(now) ? new Date(claimed).toISOString() : now;
