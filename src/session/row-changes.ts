// Which rows of the list changed at which commit, for clients that reconnect. Includes changes without an event in their
// own session: deselected, or removed for good. It is kept in memory only.
import type { Log } from "../log/index.ts";

export interface RowFollower {
  changed(session: string): void;
  /** Changes may have been missed: later changes do not continue the earlier ones. */
  lost(): void;
}

const MAX_KEPT = 10_000;

export class RowChanges {
  readonly #log: Log;
  readonly #mostKept: number;
  readonly #followers = new Set<RowFollower>();
  /** By session, in the order of their last change. */
  readonly #commits = new Map<string, number>();
  /** By workspace, the session that was selected last. */
  readonly #selected = new Map<string, string>();
  #knownFrom: number;

  constructor(log: Log, { mostKept = MAX_KEPT }: { mostKept?: number } = {}) {
    this.#log = log;
    this.#mostKept = mostKept;
    this.#knownFrom = log.lastCommit();
  }

  /** Changes before this commit are not all known. */
  get knownFrom(): number {
    return this.#knownFrom;
  }

  /** The session's row changed, or was removed. */
  note(session: string): void {
    this.#commits.delete(session);
    this.#commits.set(session, this.#log.lastCommit());
    this.#forgetOldest();
    for (const follower of this.#followers) follower.changed(session);
  }

  /** The sessions that a selection in this workspace may deselect. Call it before the selection is committed. */
  selectedIn(workspace: string): readonly string[] {
    const known = this.#selected.get(workspace);
    if (known !== undefined) return [known];
    const active = this.#log.workspace(workspace)?.activeSessionId;
    // The row of a trashed session still says that it was selected.
    return active ? [active] : this.#log.sessionIds({ workspace, shelves: ["trash"] });
  }

  /** A session was selected: the row of the previously selected one changes too. */
  noteSelection(session: string, workspace: string, before: readonly string[]): void {
    // Who selected another one meanwhile is known by now.
    const known = this.#selected.get(workspace);
    this.#selected.set(workspace, session);
    for (const id of known === undefined ? before : [known]) if (id !== session) this.note(id);
  }

  /** What changed at or after this commit: changes that were committed together are not all noted at once. */
  since(commit: number): string[] {
    return [...this.#commits].flatMap(([session, at]) => (at >= commit ? [session] : []));
  }

  /** A commit may not have been noted. */
  restart(): void {
    this.#knownFrom = this.#log.lastCommit() + 1;
    this.#selected.clear();
    for (const follower of [...this.#followers]) follower.lost();
  }

  /** Returns how to stop. */
  follow(follower: RowFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #forgetOldest(): void {
    if (this.#commits.size <= this.#mostKept) return;
    for (const [session, commit] of this.#commits) {
      this.#commits.delete(session);
      this.#knownFrom = Math.max(this.#knownFrom, commit + 1);
      return;
    }
  }
}
