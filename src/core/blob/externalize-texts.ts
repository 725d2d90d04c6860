// Removes long texts from an event before it is written: the event keeps their beginning and refers to a blob.
// Pages, folds and lists stay small whatever an agent prints, and readers that need only a beginning work unchanged.
import type { EventBody } from "../event.ts";
import { firstBytes } from "../text/first-bytes.ts";
import type { Placeholders, Segment } from "./placeholders.ts";
import type { BlobReference } from "./reference.ts";

/** A text of more bytes than this leaves its event. */
export const MAX_INLINE_BYTES = 32 * 1024;
/** The length of the beginning that stays. */
export const SHOWN_BYTES = 4 * 1024;

/** A text on its way into the log. */
export interface NewBlob {
  hash: string;
  bytes: Uint8Array;
}

export interface ExternalizeOptions {
  placeholders: Pick<Placeholders, "isIn" | "split">;
  /** UTF-8 and its SHA-256. Half of a surrogate pair has no UTF-8: it becomes U+FFFD. */
  blobOf: (text: string) => NewBlob;
}

/** Idempotent. A field `blobs` in the data itself is not ours and is removed. */
export function externalizeTexts(
  body: EventBody,
  { placeholders, blobOf }: ExternalizeOptions,
): { body: EventBody; blobs: NewBlob[] } {
  const data = withoutForeign(body.data);
  const isDue = hasText(data, (text) => isLong(text) || placeholders.isIn(text));
  if (!isDue) return { body: data === body.data ? body : ({ ...body, data } as EventBody), blobs: [] };

  const references = [...(body.blobs ?? [])];
  const blobs: NewBlob[] = [];
  const takeOut = (text: string): Segment => {
    const blob = blobOf(text);
    blobs.push(blob);
    return { kind: "blob", text: firstBytes(text, SHOWN_BYTES), hash: blob.hash, bytes: blob.bytes.length };
  };
  const shortened = mapTexts(data, "", (text, at) => {
    let shortenedText = "";
    for (const part of placeholders.split(text)) {
      const segment = part.kind === "text" && isLong(part.text) ? takeOut(part.text) : part;
      const from = shortenedText.length;
      shortenedText += segment.text;
      if (segment.kind === "blob")
        references.push({ at, from, to: shortenedText.length, hash: segment.hash, bytes: segment.bytes });
    }
    return shortenedText;
  });
  const referring = references.length > 0 ? { blobs: references } : {};
  return { body: { ...body, data: shortened, ...referring } as EventBody, blobs };
}

/** The data as stored in the log. */
export const dataOf = ({ data, blobs }: EventBody): unknown => (blobs && blobs.length > 0 ? { ...data, blobs } : data);

/** An event's data with its texts restored, and without references. */
export function restoreTexts(data: object, texts: ReadonlyMap<BlobReference, string>): object {
  const byPlace = Map.groupBy(texts, ([{ at }]) => at);
  return mapTexts(withoutForeign(data), "", (text, at) =>
    (byPlace.get(at) ?? [])
      // From the last to the first, so that positions stay valid: an empty range comes before one that begins at the same position.
      .toSorted(([a], [b]) => a.from - b.from || a.to - b.to)
      .toReversed()
      .reduce((whole, [{ from, to }, put]) => whole.slice(0, from) + put + whole.slice(to), text),
  );
}

/** One UTF-16 unit is one to three bytes of UTF-8. */
const isLong = (text: string): boolean =>
  text.length > MAX_INLINE_BYTES ||
  (text.length * 3 > MAX_INLINE_BYTES && firstBytes(text, MAX_INLINE_BYTES).length < text.length);

function withoutForeign(data: object): object {
  if (!Object.hasOwn(data, "blobs")) return data;
  const { blobs: _, ...own } = data as { blobs: unknown };
  return own;
}

function hasText(value: unknown, fits: (text: string) => boolean): boolean {
  if (typeof value === "string") return fits(value);
  return typeof value === "object" && value !== null && Object.values(value).some((one) => hasText(one, fits));
}

function mapTexts<T>(value: T, at: string, map: (text: string, at: string) => string): T {
  if (typeof value === "string") return map(value, at) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, `${at}/${index}`, map)) as T;
  const entries = Object.entries(value).map(([key, field]) => [key, mapTexts(field, `${at}/${escaped(key)}`, map)]);
  return Object.fromEntries(entries);
}

/** As a JSON pointer writes it. */
const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
