// Sessions as a list that stays true: all rows once, and from then on those that change.
import type { ListedSession } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import { breather } from "./breather.ts";
import type { Client } from "./client.ts";
import type { Cursor } from "./cursor.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { Listeners } from "./listeners.ts";
import { type Selection, type SessionFilter, selectionOf } from "./session-filter.ts";
import { SortedRows } from "./sorted-rows.ts";
import type { Surroundings } from "./surroundings.ts";
import type { FollowedRow } from "./take-rows.ts";

export interface ListPlace {
  readonly client: Client;
  readonly surroundings: Surroundings;
  readonly wait: Wait;
  /** Ends with a failure when the daemon stays away, in the place of waiting for it. */
  readonly givesUp?: boolean;
}

export class SessionListView {
  readonly #place: ListPlace;
  readonly #selection: Selection;
  readonly #listeners = new Listeners<void>(() => undefined);
  #rows: SortedRows;
  /** The list from its beginning, as far as it came: it takes the place of the other when it is whole. */
  #incoming: SortedRows | null = null;
  #cursor: Cursor = { epoch: null, after: 0, isGreeted: false };
  #connection: ConnectionWord = "connecting";
  #failure: Error | null = null;
  #kept: KeptConnection | null = null;
  #isClosed = false;

  private constructor(place: ListPlace, filter: SessionFilter) {
    this.#place = place;
    this.#selection = selectionOf(filter);
    this.#rows = this.#newRows();
  }

  /** Resolves with the list as it is now; rejects when it can't be had. From then on it keeps itself up to date. */
  static async open(place: ListPlace, filter: SessionFilter): Promise<SessionListView> {
    const view = new SessionListView(place, filter);
    for (const item of await place.client.rows(view.#selection.query(Date.now()))) view.#take(item);
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
    const { all } = this.#rows;
    const { since } = this.#selection.query(Date.now());
    // What is recent moves on, and the daemon does not say who is too old by now.
    return since === undefined ? all : all.filter(({ lastActiveAt }) => lastActiveAt >= since);
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

  #newRows(): SortedRows {
    return new SortedRows(this.#selection.sort);
  }

  async #follow(signal: AbortSignal, say: (word: ConnectionWord) => void): Promise<void> {
    const { client, surroundings } = this.#place;
    const { after, epoch } = this.#cursor;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    const query = () => this.#selection.query(Date.now());
    const breathe = breather(surroundings);
    for await (const item of client.followRows(query, { after, epoch: epoch ?? undefined, signal, onBreak })) {
      await breathe();
      if (signal.aborted) return;
      this.#take(item);
      if (item.kind === "change") this.#listeners.tell();
      else if (item.frame.frame === "hello") say("catching up");
      else if (item.frame.frame === "caught_up") say("live");
    }
  }

  #take(item: FollowedRow): void {
    this.#cursor = item.cursor;
    if (item.kind === "change") {
      const { change } = item;
      const rows = this.#incoming ?? this.#rows;
      if ("removed" in change) rows.delete(change.removed);
      else if (this.#selection.fits(change.row)) rows.set(change.row);
      else rows.delete(change.row.id);
    } else if (item.frame.frame === "hello") this.#incoming = item.frame.after === 0 ? this.#newRows() : null;
    else if (item.frame.frame === "caught_up") {
      this.#rows = this.#incoming ?? this.#rows;
      this.#incoming = null;
      this.#listeners.tell();
    }
  }
}
