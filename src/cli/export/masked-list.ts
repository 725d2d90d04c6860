// What was masked, for people: each kind of secret with its places. It never has a whole secret.
import type { Event, MaskedKind, MaskedSecret } from "../../core/index.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Range } from "./range.ts";

/** Of each kind. */
const SHOWN_PLACES = 3;
const SHOWN_BEGINNINGS = 4;

export interface FoundPlace extends MaskedSecret {
  /** The number of its turn; null outside of turns, and where it can't be told. */
  readonly turn: number | null;
}

export interface FoundKind {
  readonly kind: string;
  readonly count: number;
  readonly places: readonly FoundPlace[];
}

export function foundKinds(masked: readonly MaskedKind[], events: readonly Event[], range: Range): FoundKind[] {
  const turnAt = turnsOf(events, range);
  return masked.map(({ kind, places }) => ({
    kind,
    count: places.length,
    places: places
      .map((place) => ({ ...place, turn: place.seq === null ? null : turnAt(place.seq) }))
      .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)),
  }));
}

/** The number of the turn that an event belongs to. */
function turnsOf(events: readonly Event[], { after, turn }: Range): (seq: number) => number | null {
  if (turn !== null) return () => turn;
  const starts = after > 0 ? [] : events.filter(({ type }) => type === "turn_start").map(({ seq }) => seq);
  return (seq) => starts.findLastIndex((start) => start <= seq) + 1 || null;
}

/** In a terminal each kind is one row; all places are in the JSON. */
export async function maskedLines(
  kinds: readonly FoundKind[],
  { dim, columns, glyphs: { ellipsis } }: Pick<Style, "dim" | "columns" | "glyphs">,
): Promise<string[]> {
  const count = kinds.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return ["no secrets were found"];
  const rows = kinds.map(({ kind, count, places }) => [
    { text: `  ${safeLine(kind)}` },
    { text: String(count) },
    { text: beginningsOf(places, ellipsis), paint: dim },
    { text: placesOf(places), cut: "end" as const },
  ]);
  const table = await renderTable(rows, columns === undefined ? undefined : { columns, ellipsis });
  return [`masked in ${pluralize(count, "place")}:`, ...table];
}

function beginningsOf(places: readonly FoundPlace[], ellipsis: string): string {
  const beginnings = [...new Set(places.map(({ beginning }) => beginning).filter((one) => one !== ""))];
  const shown = beginnings.slice(0, SHOWN_BEGINNINGS).map((one) => `${safeLine(one)}${ellipsis}`);
  return [...shown, ...(beginnings.length > shown.length ? [ellipsis] : [])].join(" ");
}

function placesOf(places: readonly FoundPlace[]): string {
  const words = [...new Set(places.map(placeText))];
  const more = words.length - SHOWN_PLACES;
  return [...words.slice(0, SHOWN_PLACES), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function placeText({ seq, turn, what }: FoundPlace): string {
  if (seq === null) return safeLine(what);
  return `${safeLine(what)} (${turn === null ? "" : `turn ${turn}, `}event ${seq})`;
}
