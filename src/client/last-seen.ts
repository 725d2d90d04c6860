// How far a client has seen a session, stored from one visit to the next. It follows every event and is written at most once a second, so it may
// lag: then some seen events count as new. Nothing else depends on it. Tabs share the stored value: the furthest tab is right.
import type { Wait } from "./back-off.ts";

/** Storage that outlives a page. Either call may fail: then nothing is stored. */
export interface LastSeenStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

interface SeenPosition {
  readonly epoch: string;
  readonly seq: number;
}

const WRITE_EVERY_MS = 1000;

export class LastSeen {
  readonly #storage: LastSeenStorage | null;
  readonly #key: string;
  readonly #wait: Wait;
  /** The value stored by the previous visit. */
  readonly before: SeenPosition | null;
  #unwritten: SeenPosition | null = null;
  /** The value that this client read or wrote last. */
  #kept: string | null;
  #pause: AbortController | null = null;

  constructor({ storage, session, wait }: { storage: LastSeenStorage | null; session: string; wait: Wait }) {
    this.#storage = storage;
    this.#key = `skein:seen:${session}`;
    this.#wait = wait;
    this.#kept = this.#read();
    this.before = positionIn(this.#kept);
  }

  move(position: SeenPosition): void {
    if (!this.#storage) return;
    this.#unwritten = position;
    if (this.#pause) return;
    this.#pause = new AbortController();
    this.#wait(WRITE_EVERY_MS, this.#pause.signal).then(
      () => this.flush(),
      () => undefined,
    );
  }

  /** Writes pending values now. */
  flush(): void {
    this.#pause?.abort();
    this.#pause = null;
    const position = this.#unwritten;
    this.#unwritten = null;
    if (!position || this.#isBehindAnother(position)) return;
    this.#kept = JSON.stringify(position);
    attempt(() => this.#storage?.set(this.#key, this.#kept ?? ""));
  }

  /** Whether another tab has stored a later position meanwhile. A stored position can also move backwards, because a log can be shortened. */
  #isBehindAnother({ epoch, seq }: SeenPosition): boolean {
    const text = this.#read();
    const kept = text === this.#kept ? null : positionIn(text);
    return kept?.epoch === epoch && kept.seq > seq;
  }

  #read(): string | null {
    return attempt(() => this.#storage?.get(this.#key) ?? null);
  }
}

/** Storage can be full or forbidden; only this marker is lost then. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

function positionIn(text: string | null | undefined): SeenPosition | null {
  const value: Partial<SeenPosition> | null = attempt(() => JSON.parse(text ?? "null"));
  return typeof value?.epoch === "string" && typeof value.seq === "number"
    ? { epoch: value.epoch, seq: value.seq }
    : null;
}
