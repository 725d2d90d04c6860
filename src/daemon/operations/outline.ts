// Outlines and timelines of sessions. They are folded from the log in slices, one slice per turn of the event loop in total, so that other requests are
// served meanwhile. The most recently used ones are cached and extended.
import { setImmediate } from "node:timers/promises";
import {
  type Event,
  emptyMarks,
  emptyOutline,
  extendMarks,
  extendOutline,
  type Marks,
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
/** Each takes at most about 300 KB. */
const MAX_KEPT = 32;
const USUAL_POINTS = 60;

export const outlineHandlers = ({ log }: DaemonContext): Pick<Handlers, "outline" | "timeline"> => {
  const outlines = new Outlines(log);
  return {
    async outline({ params: { session }, query: { from, to, limit }, response }) {
      const isWhole = from === undefined && to === undefined;
      const outline = isWhole
        ? (await outlines.whole(session)).outline
        : await outlines.stretch(session, {
            from: from ?? 1,
            to: to ?? Number.MAX_SAFE_INTEGER,
            isWanted: () => !response.destroyed,
          });
      const { firstSeq, head } = log.read({ session, before: 1, limit: 1 });
      const items = outlineEntries(outline, limit);
      return { items, firstSeq, head: Math.min(outline.head, head), epoch: log.epoch };
    },
    async timeline({ params: { session }, query: { marks, limit = USUAL_POINTS } }) {
      const folded = marks === true ? (await outlines.whole(session)).marks : null;
      return { ...pointsOf(log, session, limit), marks: folded && [...folded.items], epoch: log.epoch };
    },
  };
};

/** Which time is where: a handful of events, each found by its seq. */
function pointsOf(log: Log, session: string, limit: number) {
  const { firstSeq, head } = log.read({ session, before: 1, limit: 1 });
  const count = Math.min(limit, head - firstSeq + 1);
  const points = Array.from({ length: Math.max(0, count) }, (_, n) => {
    const seq = firstSeq + (count === 1 ? 0 : Math.round((n * (head - firstSeq)) / (count - 1)));
    const [found] = log.read({ session, after: seq - 1, limit: 1 }).events;
    return found ? [{ seq, at: (JSON.parse(found.line) as Event).at }] : [];
  });
  return { points: points.flat(), firstSeq, head };
}

/** Everything that is folded from one pass over the log. */
interface Overview {
  readonly outline: Outline;
  readonly marks: Marks;
}

const nothing: Overview = { outline: emptyOutline(limits.outlineEntries), marks: emptyMarks(limits.timelineMarks) };

interface Kept {
  readonly overview: Overview;
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
  readonly overview: Overview;
}

export class Outlines {
  readonly #log: Log;
  /** In the order of last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<Overview>>();
  readonly #turns = new TaskQueue();

  constructor(log: Log) {
    this.#log = log;
  }

  /** The overview of the whole session up to its current end. Concurrent calls for a session share the work. */
  whole(session: string): Promise<Overview> {
    const underWay = this.#underWay.get(session);
    if (underWay) return underWay;
    const begun = this.#extend(session).finally(() => this.#underWay.delete(session));
    this.#underWay.set(session, begun);
    return begun;
  }

  /** The outline of the events `from` to `to`; incomplete if the client no longer waits. */
  async stretch(session: string, { from, to, isWanted }: Stretch): Promise<Outline> {
    const outline = { ...emptyOutline(limits.outlineEntries), head: Math.max(0, from - 1) };
    return (await this.#fold(session, { overview: { ...nothing, outline }, to, isWanted })).outline;
  }

  async #extend(session: string): Promise<Overview> {
    const { epoch } = this.#log;
    const kept = this.#kept.get(session);
    this.#kept.delete(session);
    const isSame = kept?.epoch === epoch && kept.commit === this.#commitOf(session, kept.overview.outline.head);
    const begun = isSame ? kept.overview : nothing;
    const overview = await this.#fold(session, { overview: begun, to: Number.MAX_SAFE_INTEGER, isWanted: () => true });
    this.#kept.set(session, { overview, epoch, commit: this.#commitOf(session, overview.outline.head) });
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return overview;
  }

  #commitOf(session: string, seq: number): number | null {
    if (seq === 0) return null;
    return this.#log.read({ session, after: seq - 1, limit: 1 }).events[0]?.commit ?? null;
  }

  /** Resolves in a turn of the event loop in which no other slice is folded. */
  #nextTurn(): Promise<void> {
    return this.#turns.run(() => setImmediate());
  }

  async #fold(session: string, { overview, to, isWanted }: Fold): Promise<Overview> {
    let folded = overview;
    for (;;) {
      await this.#nextTurn();
      if (!isWanted()) return folded;
      const { head: after } = folded.outline;
      const limit = Math.min(SLICE.limit, to - after);
      if (limit < 1) return folded;
      const { events, lastSeq, head } = this.#log.skim({ session, after, ...SLICE, limit, ...outlineTypes });
      const read = events.map(parsed);
      folded = {
        outline: { ...extendOutline(folded.outline, read), head: lastSeq },
        marks: extendMarks(folded.marks, read),
      };
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
