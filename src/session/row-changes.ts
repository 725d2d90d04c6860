// Which rows of the list have changed, and at which commit: enough for somebody who comes back after a while. It knows also what no event of the
// session says: that it is selected no more, or gone for good. The next daemon knows nothing of it.
import type { Log } from "../log/index.ts";

export interface RowFollower {
  changed(session: string): void;
  /** Changes may have been missed: what is known from now on does not go on from what was known. */
  lost(): void;
}

const MAX_KEPT = 10_000;

export class RowChanges {
  readonly #log: Log;
  readonly #mostKept: number;
  readonly #followers = new Set<RowFollower>();
  /** By session, in the order of their last changes. */
  readonly #commits = new Map<string, number>();
  /** By workspace, the session that was selected last. */
  readonly #selected = new Map<string, string>();
  #knownFrom: number;

  constructor(log: Log, { mostKept = MAX_KEPT }: { mostKept?: number } = {}) {
    this.#log = log;
    this.#mostKept = mostKept;
    this.#knownFrom = log.lastCommit();
  }

  /** Of what changed before this commit not everything is known. */
  get knownFrom(): number {
    return this.#knownFrom;
  }

  /** The session's row is another one now, or there is none any more. */
  note(session: string): void {
    this.#commits.delete(session);
    this.#commits.set(session, this.#log.lastCommit());
    this.#forgetOldest();
    for (const follower of this.#followers) follower.changed(session);
  }

  /** Those that a selection in this workspace may take it from. To be asked before the selection is committed. */
  selectedIn(workspace: string): readonly string[] {
    const known = this.#selected.get(workspace);
    if (known !== undefined) return [known];
    const active = this.#log.workspace(workspace)?.activeSessionId;
    // The row of one in the trash goes on saying that it was selected.
    return active ? [active] : this.#log.sessionIds({ workspace, shelves: ["trash"] });
  }

  /** A session was selected, which before was another: its row changes, too. */
  noteSelection(session: string, workspace: string, before: readonly string[]): void {
    // Who selected another one meanwhile is known by now.
    const known = this.#selected.get(workspace);
    this.#selected.set(workspace, session);
    for (const id of known === undefined ? before : [known]) if (id !== session) this.note(id);
  }

  /** What changed after this commit, and with it: of changes that were committed together some are noted after others. */
  since(commit: number): string[] {
    return [...this.#commits].flatMap(([session, at]) => (at >= commit ? [session] : []));
  }

  /** Something may have been committed that was not noted. */
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
