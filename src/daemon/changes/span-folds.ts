// The turns of sessions with their trees, folded from the log in slices, so that other requests are served meanwhile. The most recently used
// ones are kept and extended.
import { setImmediate } from "node:timers/promises";
import { extendSpans, noSpans, spanTypes, type TurnSpans } from "../../core/index.ts";
import type { Log } from "../../log/index.ts";
import { parsed } from "./parsed.ts";

const SLICE = { limit: 2000, maxBytes: 256 * 1024 };
const MAX_KEPT = 32;

interface Kept {
  readonly spans: TurnSpans;
  readonly epoch: string;
  /** The commit of its last event: another session with the same id has another one. */
  readonly commit: number | null;
}

export class SpanFolds {
  readonly #log: Log;
  readonly #kept = new Map<string, Kept>();

  constructor(log: Log) {
    this.#log = log;
  }

  async of(session: string): Promise<TurnSpans> {
    const { epoch } = this.#log;
    const kept = this.#kept.get(session);
    const isSame = kept?.epoch === epoch && kept.commit === this.#commitOf(session, kept.spans.head);
    let spans = isSame ? kept.spans : noSpans;
    for (;;) {
      const { events, lastSeq, head } = this.#log.skim({ session, after: spans.head, ...SLICE, ...spanTypes });
      spans = { ...extendSpans(spans, events.map(parsed)), head: Math.max(lastSeq, spans.head) };
      if (lastSeq >= head) break;
      await setImmediate();
    }
    this.#kept.delete(session);
    this.#kept.set(session, { spans, epoch, commit: this.#commitOf(session, spans.head) });
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return spans;
  }

  #commitOf(session: string, seq: number): number | null {
    if (seq === 0) return null;
    return this.#log.read({ session, after: seq - 1, limit: 1 }).events[0]?.commit ?? null;
  }
}
