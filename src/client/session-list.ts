// A live list of sessions: all rows once, then each row that changes.
import type { ListedSession } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import type { FollowedRow } from "./consume-rows.ts";
import type { Cursor } from "./cursor.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { Listeners } from "./listeners.ts";
import { type Selection, type SessionFilter, selectionOf } from "./session-filter.ts";
import type { StorageTrouble } from "./session-reader.ts";
import { SortedRows } from "./sorted-rows.ts";
import { yieldPeriodically } from "./yield-periodically.ts";

export interface ListDependencies {
  readonly client: Pick<Client, "rows" | "followRows">;
  readonly environment: HostEnvironment;
  readonly wait: Wait;
  /** Ends with an error when the daemon stays unreachable, instead of waiting for it. */
  readonly givesUp?: boolean;
}

export class SessionListView {
  readonly #deps: ListDependencies;
  readonly #selection: Selection;
  readonly #listeners = new Listeners<void>(() => undefined);
  #rows: SortedRows;
  /** A list that is being loaded from its beginning: it replaces the other when it is complete. */
  #incoming: SortedRows | null = null;
  #cursor: Cursor = { epoch: null, after: 0, isGreeted: false };
  #connection: ConnectionWord = "connecting";
  #failure: Error | null = null;
  #storage: StorageTrouble | null = null;
  #kept: KeptConnection | null = null;
  #isClosed = false;

  private constructor(deps: ListDependencies, filter: SessionFilter) {
    this.#deps = deps;
    this.#selection = selectionOf(filter);
    this.#rows = this.#newRows();
  }

  /** Resolves with the current list; rejects if it can't be loaded. From then on it stays up to date. */
  static async open(deps: ListDependencies, filter: SessionFilter): Promise<SessionListView> {
    const view = new SessionListView(deps, filter);
    for (const item of await deps.client.rows(view.#selection.query(Date.now()))) view.#apply(item);
    view.#kept = keepConnected({
      ...deps,
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

  /** The rows that match the filter, in its order. */
  get sessions(): readonly ListedSession[] {
    const { all } = this.#rows;
    const { since } = this.#selection.query(Date.now());
    // "Recent" moves with the clock, and the daemon does not report rows that become too old.
    return since === undefined ? all : all.filter(({ lastActiveAt }) => lastActiveAt >= since);
  }

  get connection(): ConnectionWord {
    return this.#connection;
  }

  /** Why the daemon can't write, such as a full disk; null if it can. */
  get storage(): StorageTrouble | null {
    return this.#storage;
  }

  /** Why the list is no longer updated; null while it is. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /**
   * Calls back at once, and then after each change, one call at a time. Ends when the signal is aborted or the view is closed; throws when the list
   * is no longer updated.
   */
  async *changes(signal: AbortSignal): AsyncGenerator<void, void> {
    let isStale = true;
    let wake = (): void => {};
    const stir = (): void => {
      isStale = true;
      wake();
    };
    const unsubscribe = this.subscribe(stir);
    signal.addEventListener("abort", stir);
    try {
      while (!signal.aborted && !this.#isClosed) {
        if (isStale) {
          isStale = false;
          yield;
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        if (this.#failure) throw this.#failure;
      }
    } finally {
      unsubscribe();
      signal.removeEventListener("abort", stir);
    }
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
    const { client, environment } = this.#deps;
    const { after, epoch } = this.#cursor;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    const query = () => this.#selection.query(Date.now());
    const yieldIfDue = yieldPeriodically(environment);
    for await (const item of client.followRows(query, { after, epoch: epoch ?? undefined, signal, onBreak })) {
      await yieldIfDue();
      if (signal.aborted) return;
      this.#apply(item);
      if (item.kind === "change") this.#listeners.tell();
      else if (item.frame.frame === "hello") say("catching up");
      else if (item.frame.frame === "caught_up") say("live");
    }
  }

  #apply(item: FollowedRow): void {
    this.#cursor = item.cursor;
    if (item.kind === "change") {
      const { change } = item;
      const rows = this.#incoming ?? this.#rows;
      if ("removed" in change) rows.delete(change.removed);
      else if (this.#selection.fits(change.row)) rows.set(change.row);
      else rows.delete(change.row.id);
    } else if (item.frame.frame === "hello") {
      this.#incoming = item.frame.after === 0 ? this.#newRows() : null;
      // Told again behind the hello if it is still so.
      this.#storage = null;
    } else if (item.frame.frame === "storage") {
      const { kind, text } = item.frame;
      this.#storage = kind === "writable" ? null : { kind, text };
      this.#listeners.tell();
    } else if (item.frame.frame === "caught_up") {
      this.#rows = this.#incoming ?? this.#rows;
      this.#incoming = null;
      this.#listeners.tell();
    }
  }
}
