// How far a client has seen a session, kept from one visit to the next. It follows every event and is written at most once a second, so
// what is kept may lag: then some of what was seen counts as new. Nothing else rests on it. Tabs share what is kept: the one that has
// come furthest is right.
import type { Wait } from "./back-off.ts";

/** Where small texts outlive a page. Either may fail: then nothing is kept. */
export interface PlaceStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

interface Place {
  readonly epoch: string;
  readonly seq: number;
}

const WRITE_EVERY_MS = 1000;

export class SeenPlace {
  readonly #storage: PlaceStorage | null;
  readonly #key: string;
  readonly #wait: Wait;
  /** What was kept by the visit before this one. */
  readonly before: Place | null;
  #unwritten: Place | null = null;
  /** As this client found or wrote it last. */
  #kept: string | null;
  #pause: AbortController | null = null;

  constructor({ storage, session, wait }: { storage: PlaceStorage | null; session: string; wait: Wait }) {
    this.#storage = storage;
    this.#key = `skein:seen:${session}`;
    this.#wait = wait;
    this.#kept = this.#read();
    this.before = placeIn(this.#kept);
  }

  move(place: Place): void {
    if (!this.#storage) return;
    this.#unwritten = place;
    if (this.#pause) return;
    this.#pause = new AbortController();
    this.#wait(WRITE_EVERY_MS, this.#pause.signal).then(
      () => this.flush(),
      () => undefined,
    );
  }

  /** Writes what is not written yet, now. */
  flush(): void {
    this.#pause?.abort();
    this.#pause = null;
    const place = this.#unwritten;
    this.#unwritten = null;
    if (!place || this.#isBehindAnother(place)) return;
    this.#kept = JSON.stringify(place);
    attempt(() => this.#storage?.set(this.#key, this.#kept ?? ""));
  }

  /** Whether another tab has kept more meanwhile. What was kept here may also be taken back: a log can have been shortened. */
  #isBehindAnother({ epoch, seq }: Place): boolean {
    const text = this.#read();
    const kept = text === this.#kept ? null : placeIn(text);
    return kept?.epoch === epoch && kept.seq > seq;
  }

  #read(): string | null {
    return attempt(() => this.#storage?.get(this.#key) ?? null);
  }
}

/** Storage can be full or forbidden; that costs a marker, not the session. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

function placeIn(text: string | null | undefined): Place | null {
  const value: Partial<Place> | null = attempt(() => JSON.parse(text ?? "null"));
  return typeof value?.epoch === "string" && typeof value.seq === "number"
    ? { epoch: value.epoch, seq: value.seq }
    : null;
}
