// Outlines of sessions. They are folded from the log in slices, one slice per turn of the event loop in total, so that other requests are
// served meanwhile. The most recently used ones are cached and extended.
import { setImmediate } from "node:timers/promises";
import {
  type Event,
  emptyOutline,
  extendOutline,
  type Outline,
  outlineEntries,
  outlineTypes,
} from "../../core/index.ts";
import type { Log, SkimmedEvent } from "../../log/index.ts";
import { limits } from "../../protocol/index.ts";
import { TaskQueue } from "../../system/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

/** A few milliseconds of work. */
const SLICE = { limit: 2000, maxBytes: 256 * 1024 };
/** Each takes at most about 200 KB. */
const MAX_KEPT = 32;

export const outlineHandlers = ({ log }: DaemonContext): Pick<Handlers, "outline"> => {
  const outlines = new Outlines(log);
  return {
    async outline({ params: { session }, query: { from, to, limit }, response }) {
      const isWhole = from === undefined && to === undefined;
      const outline = isWhole
        ? await outlines.whole(session)
        : await outlines.stretch(session, {
            from: from ?? 1,
            to: to ?? Number.MAX_SAFE_INTEGER,
            isWanted: () => !response.destroyed,
          });
      const { firstSeq, head } = log.read({ session, before: 1, limit: 1 });
      const items = outlineEntries(outline, limit);
      return { items, firstSeq, head: Math.min(outline.head, head), epoch: log.epoch };
    },
  };
};

interface Kept {
  readonly outline: Outline;
  readonly epoch: string;
  /** The commit of the outline's last event: another session with the same id has another one. */
  readonly commit: number | null;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Whether the client still waits for the answer. */
  readonly isWanted: () => boolean;
}

interface Fold extends Pick<Stretch, "to" | "isWanted"> {
  readonly outline: Outline;
}

export class Outlines {
  readonly #log: Log;
  /** In the order of last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<Outline>>();
  readonly #turns = new TaskQueue();

  constructor(log: Log) {
    this.#log = log;
  }

  /** The outline of the whole session up to its current end. Concurrent calls for a session share the work. */
  whole(session: string): Promise<Outline> {
    const underWay = this.#underWay.get(session);
    if (underWay) return underWay;
    const begun = this.#extend(session).finally(() => this.#underWay.delete(session));
    this.#underWay.set(session, begun);
    return begun;
  }

  /** The outline of the events `from` to `to`; incomplete if the client no longer waits. */
  stretch(session: string, { from, to, isWanted }: Stretch): Promise<Outline> {
    const outline = { ...emptyOutline(limits.outlineEntries), head: Math.max(0, from - 1) };
    return this.#fold(session, { outline, to, isWanted });
  }

  async #extend(session: string): Promise<Outline> {
    const { epoch } = this.#log;
    const kept = this.#kept.get(session);
    this.#kept.delete(session);
    const isSame = kept?.epoch === epoch && kept.commit === this.#commitOf(session, kept.outline.head);
    const begun = isSame ? kept.outline : emptyOutline(limits.outlineEntries);
    const outline = await this.#fold(session, { outline: begun, to: Number.MAX_SAFE_INTEGER, isWanted: () => true });
    this.#kept.set(session, { outline, epoch, commit: this.#commitOf(session, outline.head) });
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return outline;
  }

  #commitOf(session: string, seq: number): number | null {
    if (seq === 0) return null;
    return this.#log.read({ session, after: seq - 1, limit: 1 }).events[0]?.commit ?? null;
  }

  /** Resolves in a turn of the event loop in which no other slice is folded. */
  #nextTurn(): Promise<void> {
    return this.#turns.run(() => setImmediate());
  }

  async #fold(session: string, { outline, to, isWanted }: Fold): Promise<Outline> {
    let folded = outline;
    for (;;) {
      await this.#nextTurn();
      if (!isWanted()) return folded;
      const { head: after } = folded;
      const limit = Math.min(SLICE.limit, to - after);
      if (limit < 1) return folded;
      const { events, lastSeq, head } = this.#log.skim({ session, after, ...SLICE, limit, ...outlineTypes });
      folded = { ...extendOutline(folded, events.map(parsed)), head: lastSeq };
      if (lastSeq >= head) return folded;
    }
  }
}

/** An event that can't be parsed has no type here; readers of the log are told that it is damaged. */
function parsed({ seq, at, type, data }: SkimmedEvent): Pick<Event, "seq" | "at" | "type" | "data"> {
  try {
    return { seq, at, type, data: data === null ? null : JSON.parse(data) };
  } catch {
    return { seq, at, type, data: null };
  }
}
