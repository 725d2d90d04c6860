// The arrival of a session from elsewhere: the only writer besides its mailbox, and only before anyone can see the session.
// `receive` writes the records in batches and reads them back; `admit` closes what was open and makes the session visible. A failure leaves nothing.
import {
  arrivalOf,
  type Event,
  freeName,
  initialState,
  type LeftOut,
  neededBlobs,
  reduce,
  type SessionState,
  summaryOf,
  type WorkspaceRef,
} from "../core/index.ts";
import { type BlobWriter, type EventText, eventLine, findBreak, type Log } from "../log/index.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { Draft } from "./draft.ts";
import { whyUnresumable } from "./unresumable.ts";

const BATCH_EVENTS = 500;
const BATCH_CHARACTERS = 1024 * 1024;

/** A record of an arriving session: an event, in order, or a part of a long text that events refer to. */
export type ArrivingRecord =
  | { kind: "event"; event: Event; text: EventText }
  | { kind: "blob_part"; hash: string; content: Uint8Array; isFirst: boolean; isLast: boolean };

export interface Received {
  state: SessionState;
  blobs: number;
  missingBlobs: number;
}

/** A received session that nobody can see yet. */
export interface Arrived {
  state: SessionState;
  /** The id that it had. */
  from: string;
  /** This machine's. */
  workspace: WorkspaceRef;
  /** The name in its source, if it is a valid one here. */
  name: string | null;
}

/** Rejects with `session_gone` if it was removed for good here and forks still need a part of it. */
export async function receive(log: Log, session: string, records: AsyncIterable<ArrivingRecord>): Promise<Received> {
  const batch: { event: Event; text: EventText }[] = [];
  const needed = new Set<string>();
  let size = 0;
  let state: SessionState = initialState;
  let writer: BlobWriter | null = null;

  const write = async (): Promise<void> => {
    if (batch.length === 0) return;
    const taken = batch.splice(0);
    size = 0;
    const after = state.head;
    for (const { event } of taken) state = reduce(state, event);
    const events = taken.map(({ event }) => event);
    const arriving = taken.map(({ text }) => text);
    await log.append({ session, events, arriving, summary: summaryOf(session, state), isBusy: false });
    compare(log, session, { after, texts: arriving });
  };

  try {
    for await (const record of records) {
      if (record.kind === "blob_part") {
        // Most are present if a session returns to the machine that it came from.
        if (record.isFirst) writer = log.blob(record.hash) ? null : log.openBlob();
        await writer?.write(record.content);
        if (record.isLast) await writer?.finish();
        if (record.isLast) writer = null;
        continue;
      }
      const event = { ...record.event, session };
      for (const hash of neededBlobs(event)) needed.add(hash);
      batch.push({ event, text: record.text });
      size += record.text.data.length;
      if (batch.length >= BATCH_EVENTS || size >= BATCH_CHARACTERS) await write();
    }
    await write();
    const broken = await findBreak(log, session, { after: 0, head: state.head });
    if (broken !== null) throw new Error(`the hash chain of the import breaks at event ${broken}`);
  } catch (error) {
    writer?.abandon();
    await log.purge([session]).catch(() => {});
    throw error;
  }
  const missing = [...needed].filter((hash) => !log.blob(hash));
  return { state, blobs: needed.size - missing.length, missingBlobs: missing.length };
}

/** Checks that every line reads back as it was received. */
function compare(log: Log, session: string, { after, texts }: { after: number; texts: readonly EventText[] }): void {
  const { events } = log.read({ session, after, limit: texts.length });
  const different = texts.find((text, index) => events[index]?.line !== eventLine(session, text));
  if (different) throw new Error(`event ${different.seq} was changed after it was written`);
}

/** Makes it visible: idle, and with a name that is free here. Resolves to the decisions of its source that do not apply here. */
export async function admit(
  deps: Pick<SessionDependencies, "log" | "clock" | "registry">,
  session: string,
  { state, from, workspace, name: wanted }: Arrived,
): Promise<{ head: number; left: LeftOut[] }> {
  const { log, clock } = deps;
  const at = clock.now();
  const name = wanted === null ? null : freeName(wanted, log.names(workspace.id));
  const unresumable = whyUnresumable(deps, session, state);
  const { events, left } = arrivalOf(state, { at, from, name, workspace, unresumable });
  const draft = new Draft({ session, state, at }).add(...events);
  const { state: snapshot } = draft;
  await log.append({
    session,
    events: draft.events,
    summary: summaryOf(session, snapshot),
    isBusy: false,
    snapshot,
    ...(draft.blobs.length > 0 ? { blobs: draft.blobs } : {}),
  });
  return { head: snapshot.head, left };
}
