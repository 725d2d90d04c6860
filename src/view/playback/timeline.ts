// A session over its time: which time is where on a scrubber, and what happened there.
import type { Mark } from "../../core/index.ts";

export interface Point {
  readonly seq: number;
  readonly at: string;
}

/** The time of an event, in milliseconds, as far as it is known from the events around it; null if nothing is. */
export function timeAt(points: readonly Point[], seq: number): number | null {
  const after = points.find((point) => point.seq >= seq);
  const before = points.findLast((point) => point.seq <= seq);
  const [from, to] = [before ?? after, after ?? before];
  if (!from || !to) return null;
  const [start, end] = [Date.parse(from.at), Date.parse(to.at)];
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  if (to.seq === from.seq) return start;
  return start + ((end - start) * (seq - from.seq)) / (to.seq - from.seq);
}

/** The first words of the prompt that was worked on there. */
export const wordsAt = (marks: readonly Mark[], seq: number): string | null =>
  marks.findLast((mark) => mark.text !== null && mark.seq <= seq)?.text ?? null;

export type MarkKind = "tools" | "prompts" | "questions" | "errors";

/** What is most important is drawn last. */
const kinds: readonly MarkKind[] = ["tools", "prompts", "questions", "errors"];

export interface MarkLines {
  readonly kind: MarkKind;
  /** From 0 to 1 000, in order, each once. */
  readonly places: readonly number[];
}

/** Where the lines of each kind are on a scrubber that goes from one event to another. */
export function markLines(marks: readonly Mark[], from: number, to: number): MarkLines[] {
  const length = Math.max(1, to - from);
  return kinds.map((kind) => ({
    kind,
    places: [
      ...new Set(
        marks
          .filter((mark) => mark[kind] > 0 && mark.seq >= from && mark.seq <= to)
          .map(({ seq }) => Math.round((1000 * (seq - from)) / length)),
      ),
    ],
  }));
}

const number = new Intl.NumberFormat("en");
const quarters: Readonly<Record<number, string>> = { 0.25: "¼", 0.5: "½" };

export const speedText = (speed: number): string => `${quarters[speed] ?? speed}×`;

export const placeOfEventText = (seq: number, head: number): string =>
  `event ${number.format(seq)} of ${number.format(head)}`;

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** To the second; of another day than today, the date too. */
export function momentText(ms: number, nowMs: number): string {
  const then = new Date(ms);
  const isToday = then.toDateString() === new Date(nowMs).toDateString();
  return isToday ? clock.format(then) : `${day.format(then)}, ${clock.format(then)}`;
}
