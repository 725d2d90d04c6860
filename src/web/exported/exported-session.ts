// The session of an exported file: what the daemon answers to a page, answered from the events that the file has.
import {
  type Event,
  emptyMarks,
  emptyOutline,
  extendMarks,
  extendOutline,
  Finder,
  type Hit,
  outlineEntries,
} from "../../core/index.ts";
import { limits } from "../../protocol/index.ts";
import type { AboutExport, ExportedContent } from "../../view/index.ts";
import type { PlaybackSource } from "../playback/playback-model.ts";
import type { Find } from "../transcript/transcript-host.ts";

type Found = Awaited<ReturnType<Find>>;

/** One life of the events: they never change. */
const EPOCH = "file";
const POINTS = 60;
const HITS = 50;
/** Looked through at once: a few milliseconds of work. */
const SLICE = 2000;

export class ExportedSession implements PlaybackSource {
  readonly about: AboutExport;
  readonly #events: readonly Event[];
  readonly #blobs: ExportedContent["blobs"];
  #found: { readonly words: string; readonly hits: Promise<readonly Hit[]> } | null = null;

  constructor({ about, events, blobs }: ExportedContent) {
    this.about = about;
    this.#events = events;
    this.#blobs = blobs;
  }

  get firstSeq(): number {
    return this.#events[0]?.seq ?? 1;
  }

  get head(): number {
    return this.#events.at(-1)?.seq ?? 0;
  }

  async events({ after, limit }: { after: number; limit: number }) {
    const from = Math.max(0, after + 1 - this.firstSeq);
    return { events: this.#events.slice(from, from + limit), firstSeq: this.firstSeq, epoch: EPOCH };
  }

  async turns(from: number, to: number): Promise<readonly number[]> {
    const starts = this.#events.filter(({ seq, type }) => type === "turn_start" && seq >= from && seq <= to);
    return starts.map(({ seq }) => seq);
  }

  async timeline(withMarks: boolean) {
    const events = this.#events;
    const count = Math.min(POINTS, events.length);
    const points = Array.from({ length: count }, (_, n) => {
      const { seq, at } = events[Math.round((n * (events.length - 1)) / Math.max(1, count - 1))] as Event;
      return { seq, at };
    });
    return { points, marks: withMarks ? extendMarks(emptyMarks(limits.timelineMarks), events).items : null };
  }

  async outline() {
    const outline = extendOutline(emptyOutline(limits.outlineEntries), this.#events);
    const { firstSeq, head } = this;
    return { items: outlineEntries(outline), firstSeq, head, epoch: EPOCH };
  }

  readonly find: Find = async (_, { query = "", before, limit = HITS }): Promise<Found> => {
    const words = query;
    if (this.#found?.words !== words) this.#found = { words, hits: this.#hits(words) };
    const hits = (await this.#found.hits).filter(({ seq }) => before === undefined || seq < before);
    const items = hits.slice(0, limit);
    const { firstSeq, head } = this;
    const next = hits.length > items.length ? (items.at(-1)?.seq ?? null) : null;
    return { items, next, firstSeq, head, epoch: EPOCH };
  };

  /** Newest first. What is looked for by then stops the search for what was looked for before. */
  async #hits(words: string): Promise<readonly Hit[]> {
    const finder = new Finder(words);
    const hits: Hit[] = [];
    for (const [at, event] of this.#events.entries()) {
      if (at % SLICE === SLICE - 1) {
        await new Promise((resolve) => setTimeout(resolve));
        if (this.#found?.words !== words) break;
      }
      const hit = finder.add(event);
      if (hit) hits.push(hit);
    }
    return hits.reverse();
  }

  async *blob(name: string): AsyncGenerator<Uint8Array> {
    const found = this.#blobs.get(name);
    if (!found) throw new Error("The file does not have it.");
    yield "text" in found
      ? new TextEncoder().encode(found.text)
      : Uint8Array.from(atob(found.base64), (character) => character.charCodeAt(0));
  }
}
