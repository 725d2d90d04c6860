// Sessions as a list that stays true: read again when something has changed, and only then.
import type { ListedSession } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { Listeners } from "./listeners.ts";
import { type Selection, type SessionFilter, selectionOf } from "./session-filter.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ListPlace {
  readonly client: Client;
  readonly surroundings: Surroundings;
  readonly wait: Wait;
}

/** Agents at work say something many times a second; nobody reads a list that often. */
const READ_EVERY_MS = 250;

export class SessionListView {
  readonly #place: ListPlace;
  readonly #selection: Selection;
  readonly #listeners = new Listeners<void>(() => undefined);
  #sessions: readonly ListedSession[] = [];
  #connection: ConnectionWord = "connecting";
  #failure: Error | null = null;
  #kept: KeptConnection | null = null;
  #isClosed = false;

  private constructor(place: ListPlace, filter: SessionFilter) {
    this.#place = place;
    this.#selection = selectionOf(filter);
  }

  /** Resolves with the list as it is now; rejects when it can't be had. From then on it keeps itself up to date. */
  static async open(place: ListPlace, filter: SessionFilter): Promise<SessionListView> {
    const view = new SessionListView(place, filter);
    view.#sessions = await view.#read();
    view.#kept = keepConnected({
      ...place,
      attempt: (signal, say) => view.#follow(signal, say),
      onWord: (word) => {
        view.#connection = word;
        view.#listeners.tell();
      },
      onFailure: (error) => {
        view.#failure = error;
        view.#listeners.tell();
      },
      onHide: () => {},
    });
    return view;
  }

  /** Those that the filter lets in, in its order. */
  get sessions(): readonly ListedSession[] {
    return this.#sessions;
  }

  get connection(): ConnectionWord {
    return this.#connection;
  }

  /** Why the list is kept up to date no more; null as long as it is. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Returns how to hear no more. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#kept?.close();
    this.#connection = "offline";
    this.#listeners.tell();
  }

  async #read(): Promise<readonly ListedSession[]> {
    const { query, fits } = this.#selection;
    return (await this.#place.client.sessions(query(Date.now()))).filter(fits);
  }

  async #follow(signal: AbortSignal, say: (word: ConnectionWord) => void): Promise<void> {
    const { client, wait } = this.#place;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    for await (const _ of client.sessionsChange(signal, { onBreak })) {
      if (this.#connection !== "live") say("catching up");
      const sessions = await this.#read();
      if (signal.aborted) return;
      this.#sessions = sessions;
      this.#listeners.tell();
      say("live");
      await wait(READ_EVERY_MS, signal).catch(() => undefined);
    }
  }
}
