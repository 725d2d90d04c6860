// A change ready to be written: everything is serialised when it is called, and refused there if it can't be stored.
// After that, only the store itself can fail.
import { activityOf, inOwnSpelling, type NewBlob, neededBlobs, SkeinError } from "../core/index.ts";
import { checkedText, type EventText, eventText } from "./event-line.ts";
import type { Change, OutboxEntry, Receipt, RunRecord, WorkspaceRecord } from "./log.ts";
import { type ShelfNumber, shelfNumbers, shelfOfSummary } from "./shelf.ts";

export interface PreparedChange {
  session: string;
  base: { session: string; seq: number } | null;
  events: EventText[];
  row: {
    name: string | null;
    workspace: string;
    activityAt: string;
    isBusy: boolean;
    /** The agent and its own name for the conversation. */
    nativeKey: string | null;
    shelf: ShelfNumber;
    summary: string;
  };
  snapshot: { seq: number; state: string } | null;
  receipt: Receipt | null;
  /** Its protocol state is JSON text. */
  run: (Omit<RunRecord, "protocol"> & { protocol: string }) | null;
  endedRun: string | null;
  outbox: OutboxEntry[];
  written: { run: string; upTo: number } | null;
  workspace: WorkspaceRecord | null;
  blobs: NewBlob[];
  /** Which event refers to which blob. */
  references: { seq: number; hash: string }[];
}

/** Agents take a UUID in either case for the same conversation. */
export const nativeKey = (agent: string, nativeId: string): string => `${agent} ${inOwnSpelling(nativeId)}`;

export function prepareChange(change: Change): PreparedChange {
  const {
    session,
    base,
    events,
    summary,
    isBusy,
    snapshot,
    receipt,
    run,
    outbox = [],
    written,
    workspace,
    blobs = [],
    arriving,
  } = change;
  const owners = [summary.id, ...events.map((event) => event.session), ...(run ? [run.session] : [])];
  if (owners.some((owner) => owner !== session)) throw invalid(session, "it holds parts of another session");
  const offsets = [
    run?.outOffset,
    run?.inOffset,
    snapshot?.head,
    written?.upTo,
    ...outbox.map((entry) => entry.offset),
  ];
  if (offsets.some((offset) => offset !== undefined && !isOffset(offset)))
    throw invalid(session, "an offset is not a whole number");
  if (arriving && !isSamePlaces(arriving, events)) throw invalid(session, "its texts do not belong to its events");
  return {
    session,
    base: base ? { session: base.session, seq: base.seq } : null,
    events: arriving ? arriving.map(checkedText) : events.map(eventText),
    row: {
      name: summary.name,
      workspace: summary.workspace.id,
      activityAt: activityOf(summary),
      isBusy,
      nativeKey: summary.nativeId === null ? null : nativeKey(summary.agent, summary.nativeId),
      shelf: arriving ? shelfNumbers.arriving : shelfNumbers[shelfOfSummary(summary)],
      summary: JSON.stringify(summary),
    },
    snapshot: snapshot ? { seq: snapshot.head, state: JSON.stringify(snapshot) } : null,
    receipt: receipt ? { ...receipt } : null,
    run: run ? { ...run, protocol: JSON.stringify(run.protocol) ?? "null" } : null,
    endedRun: change.endedRun ?? null,
    outbox: outbox.map((entry) => ({ ...entry, bytes: entry.bytes.slice() })),
    written: written ? { ...written } : null,
    workspace: workspace ? { ...workspace } : null,
    blobs: blobs.map(({ hash, bytes }) => ({ hash, bytes: new Uint8Array(bytes) })),
    references: events.flatMap((event) => neededBlobs(event).map((hash) => ({ seq: event.seq, hash }))),
  };
}

const isSamePlaces = (texts: readonly EventText[], events: Change["events"]): boolean =>
  texts.length === events.length && texts.every(({ seq }, index) => seq === events[index]?.seq);

const isOffset = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const invalid = (session: string, why: string): SkeinError =>
  new SkeinError("invalid_change", `A change of session ${session} can't be stored: ${why}.`);
