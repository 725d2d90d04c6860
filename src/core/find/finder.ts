// Finds words in a log, event by event: literally, whatever their case, also where a message was cut into pieces in the middle of them.
import type { Event } from "../event.ts";
import { isPieceType, type PlacedTexts, type TextPlace, textsOf } from "./texts.ts";

export interface Hit extends TextPlace {
  /** The event that has the words; where they go over several pieces of a message, the last of these. */
  readonly seq: number;
  readonly at: string;
  /** What is around them, in one line; `match` is as it was written. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

const AROUND = 60;

export class Finder {
  readonly #words: string;
  /** As they are in stored JSON. */
  readonly #escaped: string;
  /** The end of the message so far. */
  #tail: { readonly id: string | null; readonly kind: string; readonly text: string } | null = null;

  constructor(words: string) {
    this.#words = lowered(words);
    this.#escaped = JSON.stringify(this.#words).slice(1, -1);
  }

  /** Whether it may have the words: quick, from its stored text. Pieces of messages always may. */
  mayHave({ type, data }: { type: string; data: string | null }): boolean {
    return isPieceType(type) || (data !== null && lowered(data).includes(this.#escaped));
  }

  /** The first place in an event; events come in order. */
  add(event: Event): Hit | null {
    const found = textsOf(event);
    if (!found) return null;
    const { kind, id, texts, isPiece } = found;
    const before = isPiece ? this.#tailOf(found) : "";
    if (isPiece) this.#tail = { id, kind, text: (before + (texts[0] ?? "")).slice(-this.#kept) };
    for (const text of texts) {
      const place = this.#placeIn(before + text, before.length);
      if (place) return { seq: event.seq, at: event.at, kind, id, ...place };
    }
    return null;
  }

  get #kept(): number {
    return Math.max(AROUND, this.#words.length);
  }

  #tailOf({ kind, id }: PlacedTexts): string {
    return this.#tail?.kind === kind && this.#tail.id === id ? this.#tail.text : "";
  }

  /** What lies in the first `known` characters alone was found before. */
  #placeIn(text: string, known: number): Pick<Hit, "before" | "match" | "after"> | null {
    const from = lowered(text).indexOf(this.#words, Math.max(0, known - this.#words.length + 1));
    if (from < 0) return null;
    const to = from + this.#words.length;
    return {
      before: inOneLine(text.slice(Math.max(0, from - AROUND), from)),
      match: inOneLine(text.slice(from, to)),
      after: inOneLine(text.slice(to, to + AROUND)),
    };
  }
}

const inOneLine = (text: string): string => text.toWellFormed().replace(/\s+/g, " ");

/** In lower case, and as long as before: some letters have a longer one. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/./gsu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}
