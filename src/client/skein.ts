// What a program that uses Skein holds: every call of the API, and views that keep themselves up to date.
import { realWait, type Wait } from "./back-off.ts";
import { Client, type ClientOptions } from "./client.ts";
import type { PlaceStorage } from "./seen-place.ts";
import { ACKNOWLEDGE_WITHIN_MS, type Delivery } from "./send.ts";
import type { SessionFilter } from "./session-filter.ts";
import { SessionListView } from "./session-list.ts";
import { SessionView, type ViewOptions } from "./session-view.ts";
import { plainProcess, type Surroundings } from "./surroundings.ts";
import type { Wish } from "./wire.ts";

export interface SkeinOptions extends ClientOptions {
  readonly surroundings?: Surroundings;
  /** Keeps how far each session was seen; without it nothing is kept. */
  readonly storage?: PlaceStorage | null;
}

export class Skein extends Client {
  readonly #surroundings: Surroundings;
  readonly #storage: PlaceStorage | null;
  readonly #wait: Wait;

  constructor({ surroundings = plainProcess, storage = null, ...options }: SkeinOptions) {
    super(options);
    this.#surroundings = surroundings;
    this.#storage = storage;
    this.#wait = options.wait ?? realWait;
  }

  /** As every client sends; a phone waits longer for the answer. */
  override send(session: string, body: Wish<"prompt">, { withinMs }: { withinMs?: number } = {}): Promise<Delivery> {
    const usualMs = ACKNOWLEDGE_WITHIN_MS[this.#surroundings.isMobile() ? "mobile" : "desktop"];
    return super.send(session, body, { withinMs: withinMs ?? usualMs });
  }

  /** A session by its id: state and transcript, kept up to date until it is closed. */
  view(session: string, options: ViewOptions = {}): Promise<SessionView> {
    const place = { client: this, session, surroundings: this.#surroundings, storage: this.#storage, wait: this.#wait };
    return SessionView.open(place, options);
  }

  /** All sessions, or those that a filter lets in, kept up to date until it is closed. */
  list(filter: SessionFilter = {}): Promise<SessionListView> {
    return SessionListView.open({ client: this, surroundings: this.#surroundings, wait: this.#wait }, filter);
  }
}
