// Changes and events to feed a log with: whole and valid, so that a test says only what it is about.
import {
  type By,
  type Event,
  initialState,
  type SessionState,
  type Summary,
  summaryOf,
} from "../../../src/core/index.ts";
import type { Change, Log, ReadQuery, RunRecord, StoredEvent, WorkspaceRecord } from "../../../src/log/index.ts";

export const A = "aaaaaaaa-0000-4000-8000-000000000001";
export const B = "bbbbbbbb-0000-4000-8000-000000000002";
export const C = "aaaaaaaa-0000-4000-8000-000000000003";

const at = "2026-05-04T10:00:00.000Z";
const by: By = { kind: "agent", name: "demo" };

export interface Row {
  name?: string | null;
  workspace?: string;
  lastActiveAt?: string;
  activityAt?: string;
  agent?: string;
  nativeId?: string | null;
}

export function summaryFor(
  session: string,
  {
    name = null,
    workspace = "w1",
    lastActiveAt = at,
    activityAt = lastActiveAt,
    agent = "demo",
    nativeId = null,
  }: Row = {},
  head = 0,
): Summary {
  const place = { id: workspace, path: `/work/${workspace}` };
  const empty = summaryOf(session, initialState);
  return { ...empty, head, name, workspace: place, lastActiveAt, activityAt, agent, nativeId };
}

export function eventFor(session: string, seq: number, rest: Partial<Event> = {}): Event {
  const data = { messageId: "m1", text: `piece ${seq}` };
  return { session, seq, at, type: "agent_message", by, data, ...rest };
}

/** Events with the seqs `from` to `to`; a change without events when `to` is before `from`. */
export function changeFor(session: string, [from, to]: [from: number, to: number], rest: Partial<Change> = {}): Change {
  const events = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => eventFor(session, from + index));
  return { session, events, summary: summaryFor(session, {}, to), isBusy: false, ...rest };
}

/** A change without events: only what else it carries. */
export function bare(session: string, rest: Partial<Change> = {}): Change {
  return changeFor(session, [1, 0], rest);
}

export function stateAt(head: number): SessionState {
  return { ...initialState, head };
}

export function runOf(session: string, rest: Partial<RunRecord> = {}): RunRecord {
  return { run: "run-1", session, agent: "demo", outOffset: 0, inOffset: 0, protocol: null, ...rest };
}

export function workspaceOf(id: string, rest: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  const times = { createdAt: at, lastAttachedAt: at };
  return { id, path: `/work/${id}`, repoId: null, ...times, activeSessionId: null, ...rest };
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const seqsOf = (events: readonly StoredEvent[]): number[] => events.map(({ seq }) => seq);

/** Every page of a read, one after the other. */
export function pages(log: Log, query: ReadQuery): number[][] {
  const page = log.read(query);
  const seqs = seqsOf(page.events);
  if (!page.more) return [seqs];
  const next = "after" in query ? { ...query, after: seqs.at(-1)! } : { ...query, before: seqs[0]! };
  return [seqs, ...pages(log, next)];
}
