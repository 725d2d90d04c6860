// More of a session that was imported from another program. It is held in memory and becomes one commit: whoever has more sends it in parts.
import { type KnownEvent, neededBlobs, understand } from "../../core/index.ts";
import type { BlobWriter } from "../../log/index.ts";
import type { ImportAnswer } from "../../protocol/index.ts";
import type { ArrivingRecord } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import { sessionNotFound } from "../http/session-of.ts";
import { brokenLine, linesOf } from "../import/lines.ts";
import { Records } from "../import/records.ts";
import { Refusal } from "../refusal.ts";

/** What one commit may hold without holding up others. */
const MAX_EVENTS = 5000;
const MAX_CHARACTERS = 16 * 1024 * 1024;

export async function importMore(
  { log, sessions }: Pick<DaemonContext, "log" | "sessions">,
  body: AsyncIterable<Uint8Array>,
  { session: id, after, isDry }: { session: string; after: number; isDry: boolean },
): Promise<ImportAnswer> {
  const events: KnownEvent[] = [];
  const needed = new Set<string>();
  const session = sessions.get(id);
  if (!session) throw sessionNotFound(id);
  const records = new Records({ session: id, seq: after });
  let size = 0;
  let writer: BlobWriter | null = null;

  const writePart = async (part: Extract<ArrivingRecord, { kind: "blob_part" }>): Promise<void> => {
    if (isDry) return;
    if (part.isFirst) writer = log.blob(part.hash) ? null : log.openBlob();
    await writer?.write(part.content);
    if (part.isLast) await writer?.finish();
    if (part.isLast) writer = null;
  };

  try {
    for await (const line of linesOf(body)) {
      const record = records.take(line);
      if (record.kind === "blob_part") {
        await writePart(record);
        continue;
      }
      const event = understand(record.event);
      if (!event || event.session !== id)
        throw brokenLine(line.number, "it is not an event of that session that this version knows");
      for (const hash of neededBlobs(record.event)) needed.add(hash);
      events.push(event);
      size += record.text.data.length;
      if (events.length > MAX_EVENTS || size > MAX_CHARACTERS)
        throw new Refusal("invalid_import", `It has more than ${MAX_EVENTS} events or is too long: send it in parts.`);
    }
    records.end();
  } catch (error) {
    (writer as BlobWriter | null)?.abandon();
    throw error;
  }
  if (!isDry) {
    const taken = await session.takeMore({ after, events });
    if ("why" in taken) throw new Refusal("invalid_import", `Nothing was imported: ${taken.why}.`);
  }
  const missing = [...needed].filter((hash) => !log.blob(hash));
  return {
    session: isDry ? null : log.summary(id),
    ...{ from: id, events: events.length, unknown: 0, left: [] },
    ...{ blobs: needed.size - missing.length, missingBlobs: missing.length },
  };
}
