// A page of a quick scan: some events, limited while reading, and how far the scan got.
import type { SkimmedEvent } from "./log.ts";

/** `end` is the last event scanned; with too many bytes the page ends earlier, but has at least one event. */
export function skimPage(
  events: Iterable<SkimmedEvent>,
  { end, maxBytes = Number.POSITIVE_INFINITY }: { end: number; maxBytes?: number | undefined },
): { events: SkimmedEvent[]; lastSeq: number } {
  const taken: SkimmedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    bytes += Buffer.byteLength(event.data ?? "");
    const last = taken.at(-1);
    if (last && bytes > maxBytes) return { events: taken, lastSeq: last.seq };
    taken.push(event);
  }
  return { events: taken, lastSeq: end };
}
