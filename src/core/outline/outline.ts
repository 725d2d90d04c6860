// A session at a glance: its turns, with their first words and counts. The fold of any part of a log. Its size is
// bounded: beyond that, neighbours are merged into one entry with the sums of their counts.
import { type Event, type EventType, eventData } from "../event.ts";
import { promptTitle } from "../prompt/title.ts";

/** A turn; several consecutive turns; or the events between two turns. */
export interface OutlineEntry {
  /** Its first event. */
  seq: number;
  /** Its last event; null while the turn runs. */
  endSeq: number | null;
  at: string;
  endedAt: string | null;
  /** The turn's id, if the entry is a single turn. */
  turn: string | null;
  turns: number;
  /** The first words of its first prompt. */
  text: string | null;
  prompts: number;
  tools: number;
  questions: number;
  errors: number;
}

export interface Outline {
  /** The seq of the newest event in it. */
  readonly head: number;
  /** Fewer entries than this are closed, so that with the current one there are never more. */
  readonly capacity: number;
  /** Closed entries, in order. Each covers `span` turns or gaps; the last one covers `filled`. */
  readonly closed: readonly OutlineEntry[];
  readonly span: number;
  readonly filled: number;
  /** The running turn, or the events since the last one. */
  readonly current: OutlineEntry | null;
}

type Counted = "prompts" | "tools" | "questions" | "errors";
type OutlineEvent = Pick<Event, "seq" | "at" | "type" | "data">;

/** The event types that an outline needs: all others only move its head. For the bare ones it does not need the data. */
export const outlineTypes = {
  whole: ["turn_start", "turn_end", "user_prompt", "permission", "agent_exit"],
  bare: ["tool_call", "error", "resume_failed"],
} as const satisfies Record<string, readonly EventType[]>;

/** With room for this many entries, at least two. */
export const emptyOutline = (capacity: number): Outline => ({
  head: 0,
  capacity,
  closed: [],
  span: 1,
  filled: 0,
  current: null,
});

/** Adds events. Overlap is harmless. */
export function extendOutline(outline: Outline, events: readonly OutlineEvent[]): Outline {
  const next = new Extension(outline);
  for (const event of events) next.take(event);
  return next.outline();
}

/** At most this many entries, and at least one if there is any. */
export function outlineEntries({ closed, current, capacity }: Outline, limit = capacity): OutlineEntry[] {
  let entries = current ? [...closed, current] : [...closed];
  while (entries.length > limit) entries = inPairs(entries);
  return entries;
}

class Extension {
  readonly #capacity: number;
  #head: number;
  #closed: OutlineEntry[];
  #span: number;
  #filled: number;
  #current: OutlineEntry | null;

  constructor({ head, capacity, closed, span, filled, current }: Outline) {
    this.#head = head;
    this.#capacity = capacity;
    this.#closed = [...closed];
    this.#span = span;
    this.#filled = filled;
    // Counted in a copy: an outline that was handed out does not change.
    this.#current = current && { ...current };
  }

  outline(): Outline {
    const [head, capacity, span, filled] = [this.#head, this.#capacity, this.#span, this.#filled];
    return { head, capacity, closed: this.#closed, span, filled, current: this.#current };
  }

  take(event: OutlineEvent): void {
    if (event.seq <= this.#head) return;
    this.#head = event.seq;
    switch (event.type) {
      case "turn_start":
        this.#begin(event);
        return;
      case "turn_end":
        this.#end(event);
        return;
      case "user_prompt": {
        const prompt = eventData.user_prompt.safeParse(event.data).data;
        if (prompt) this.#count(event, "prompts", promptTitle(prompt.text));
        return;
      }
      case "tool_call":
        this.#count(event, "tools");
        return;
      case "permission":
        if (eventData.permission.safeParse(event.data).data?.state === "asked") this.#count(event, "questions");
        return;
      case "error":
      case "resume_failed":
        this.#count(event, "errors");
        return;
      case "agent_exit": {
        const outcome = eventData.agent_exit.safeParse(event.data).data?.outcome;
        if (outcome === "crashed" || outcome === "lost") this.#count(event, "errors");
        return;
      }
    }
  }

  /** One turn at a time: a second start changes nothing. */
  #begin({ seq, at, data }: OutlineEvent): void {
    const start = eventData.turn_start.safeParse(data).data;
    if (!start || this.#current?.turns === 1) return;
    if (this.#current) this.#close(this.#current);
    this.#current = { seq, endSeq: null, at, endedAt: null, turn: start.turn, turns: 1, ...nothing };
  }

  #end({ seq, at, data }: OutlineEvent): void {
    const end = eventData.turn_end.safeParse(data).data;
    const turn = this.#current;
    if (!end || turn?.turns !== 1 || turn.turn !== end.turn) return;
    this.#current = null;
    this.#close({ ...turn, endSeq: seq, endedAt: at, errors: turn.errors + (end.reason === "failed" ? 1 : 0) });
  }

  #count({ seq, at }: OutlineEvent, what: Counted, text: string | null = null): void {
    this.#current ??= { seq, endSeq: seq, at, endedAt: at, turn: null, turns: 0, ...nothing };
    const current = this.#current;
    current[what]++;
    current.text ??= text;
    if (current.turns === 1) return;
    current.endSeq = seq;
    current.endedAt = at;
  }

  #close(entry: OutlineEntry): void {
    const last = this.#closed.at(-1);
    if (last && this.#filled < this.#span) {
      this.#closed[this.#closed.length - 1] = merged(last, entry);
      this.#filled++;
      return;
    }
    this.#closed.push(entry);
    this.#filled = 1;
    if (this.#closed.length < this.#capacity) return;
    if (this.#closed.length % 2 === 0) this.#filled += this.#span;
    this.#closed = inPairs(this.#closed);
    this.#span *= 2;
  }
}

const nothing = { text: null, prompts: 0, tools: 0, questions: 0, errors: 0 };

function inPairs(entries: readonly OutlineEntry[]): OutlineEntry[] {
  const pairs: OutlineEntry[] = [];
  for (let index = 0; index < entries.length; index += 2) {
    const [first, second] = entries.slice(index, index + 2);
    if (first) pairs.push(second ? merged(first, second) : first);
  }
  return pairs;
}

const merged = (first: OutlineEntry, second: OutlineEntry): OutlineEntry => ({
  seq: first.seq,
  endSeq: second.endSeq,
  at: first.at,
  endedAt: second.endedAt,
  turn: null,
  turns: first.turns + second.turns,
  text: first.text ?? second.text,
  prompts: first.prompts + second.prompts,
  tools: first.tools + second.tools,
  questions: first.questions + second.questions,
  errors: first.errors + second.errors,
});
