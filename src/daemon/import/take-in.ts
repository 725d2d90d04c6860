// Writes a file that was looked through into the log. Nobody sees the session before all of it is there and was read back; what fails leaves nothing.
import { setImmediate } from "node:timers/promises";
import {
  type Event,
  initialState,
  neededBlobs,
  reduce,
  type SessionState,
  SkeinError,
  summaryOf,
} from "../../core/index.ts";
import { type BlobWriter, type EventText, eventLine, type Log } from "../../log/index.ts";
import { Refusal } from "../answer.ts";
import type { ImportRecord } from "./records.ts";

const BATCH_EVENTS = 500;
const BATCH_CHARACTERS = 1024 * 1024;
const VERIFIED_AT_ONCE = 1000;

export interface TakenIn {
  state: SessionState;
  blobs: number;
  missingBlobs: number;
}

export async function takeIn(log: Log, session: string, records: AsyncIterable<ImportRecord>): Promise<TakenIn> {
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
        // Most are there when it comes back to where it was.
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
    await verify(log, session, state.head);
  } catch (error) {
    writer?.abandon();
    await log.purge([session]).catch(() => {});
    throw error instanceof SkeinError && error.code === "session_gone" ? keptForForks(session) : error;
  }
  const missing = [...needed].filter((hash) => !log.blob(hash));
  return { state, blobs: needed.size - missing.length, missingBlobs: missing.length };
}

/** Every line comes back as it was read. */
function compare(log: Log, session: string, { after, texts }: { after: number; texts: readonly EventText[] }): void {
  const { events } = log.read({ session, after, limit: texts.length });
  const different = texts.find((text, index) => events[index]?.line !== eventLine(session, text));
  if (different) throw new Error(`event ${different.seq} did not come back as it was written`);
}

async function verify(log: Log, session: string, head: number): Promise<void> {
  for (let after = 0; after < head; after += VERIFIED_AT_ONCE) {
    const broken = log.verify(session, { after, limit: VERIFIED_AT_ONCE });
    if (broken !== null) throw new Error(`the chain of what was imported breaks at event ${broken}`);
    await setImmediate();
  }
}

const keptForForks = (session: string): Refusal =>
  new Refusal("session_exists", `Session ${session} was deleted here, and forks still stand on it.`, {
    session,
    isInTrash: false,
  });
