// The turns of a session with what is known of the files before and after each. A fold of the log; events of other types only move its head.
import { type Event, type EventType, eventData } from "../event.ts";
import { promptTitle } from "../prompt/title.ts";
import type { CheckpointFailure } from "./events.ts";

export interface TurnSpan {
  readonly turn: string;
  /** Its first event. */
  readonly seq: number;
  readonly at: string;
  /** Null while it runs. */
  readonly endSeq: number | null;
  readonly endedAt: string | null;
  /** The first words of its prompt. */
  readonly text: string | null;
  /** Trees before and after it; null if there is none. */
  readonly start: string | null;
  readonly end: string | null;
  /** That there will be none of its end, which could not be recorded. */
  readonly isEndless: boolean;
  /** Why there is no tree of its start. */
  readonly why: CheckpointFailure | null;
  /** Files that are too large for its trees. */
  readonly left: readonly string[];
}

export interface TurnSpans {
  readonly head: number;
  readonly turns: readonly TurnSpan[];
  /** Older turns are not in it: there are too many. */
  readonly isCut: boolean;
  /** The newest tree: a turn that an agent begins by itself has no other start. */
  readonly newest: string | null;
  /** A checkpoint before its turn has begun. */
  readonly waiting: Checkpoint | null;
}

interface Checkpoint {
  readonly turn: string;
  readonly tree: string | null;
  readonly why: CheckpointFailure | null;
  readonly left: readonly string[];
}

type SpanEvent = Pick<Event, "seq" | "at" | "type" | "data">;

export const spanTypes = {
  whole: ["checkpoint", "turn_start", "turn_end", "user_prompt"],
  bare: [],
} as const satisfies Record<string, readonly EventType[]>;

const MAX_TURNS = 5000;

export const noSpans: TurnSpans = { head: 0, turns: [], isCut: false, newest: null, waiting: null };

/** Adds events. Overlap is harmless. */
export function extendSpans(spans: TurnSpans, events: readonly SpanEvent[]): TurnSpans {
  const turns = [...spans.turns];
  let { head, newest, waiting } = spans;
  const change = (turn: string, changed: Partial<TurnSpan>): void => {
    const at = turns.findLastIndex((one) => one.turn === turn);
    const span = turns[at];
    if (span) turns[at] = { ...span, ...changed };
  };
  for (const event of events) {
    if (event.seq <= head) continue;
    head = event.seq;
    if (event.type === "checkpoint") {
      const found = eventData.checkpoint.safeParse(event.data).data;
      if (!found) continue;
      const { turn, moment, tree, why = null, left = [] } = found;
      newest = tree ?? newest;
      if (moment === "start") waiting = { turn, tree, why, left };
      else if (tree === null) change(turn, { isEndless: true });
      else {
        const before = turns.findLast((one) => one.turn === turn)?.left ?? [];
        change(turn, { end: tree, left: [...new Set([...before, ...left])] });
      }
    } else if (event.type === "turn_start") {
      const begun = eventData.turn_start.safeParse(event.data).data;
      if (!begun) continue;
      const own = waiting?.turn === begun.turn ? waiting : null;
      const { seq, at } = event;
      const { why = null, left = [] } = own ?? {};
      // Where a checkpoint failed, an older one would show what others did meanwhile.
      const start = own ? own.tree : begun.promptId === null ? newest : null;
      const open = { endSeq: null, endedAt: null, text: null, end: null, isEndless: false };
      turns.push({ turn: begun.turn, seq, at, ...open, start, why, left });
      waiting = null;
    } else if (event.type === "turn_end") {
      const ended = eventData.turn_end.safeParse(event.data).data;
      if (ended) change(ended.turn, { endSeq: event.seq, endedAt: event.at });
    } else if (event.type === "user_prompt") {
      const prompt = eventData.user_prompt.safeParse(event.data).data;
      const last = turns.at(-1);
      if (prompt && last?.text === null) change(last.turn, { text: promptTitle(prompt.text) });
    }
  }
  const isCut = spans.isCut || turns.length > MAX_TURNS;
  return { head, turns: turns.slice(-MAX_TURNS), isCut, newest, waiting };
}
