// Checkpoints: the files of workspaces at certain moments, as Git trees. One store per repository.
import { readdir, readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { findGitRoot } from "../find-root.ts";
import { workspaceId } from "../workspace-id.ts";
import { RepositoryStore, ROOT_FILE } from "./repository-store.ts";
import type { FoundChanges, Kept, TakenCheckpoint } from "./store-answers.ts";
import type { Wanted } from "./tree-changes.ts";

interface Dependencies {
  /** Skein's own directory, of which nothing is recorded. */
  readonly home: string;
  /** The directory of all stores. */
  readonly directory: string;
  readonly nowMs: () => number;
  /** Reports a fault; never throws. */
  readonly report: (message: string, cause: unknown) => void;
}

export class Checkpoints {
  readonly #deps: Dependencies;
  readonly #stores = new Map<string, RepositoryStore>();
  #isClosed = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * The files of a directory as they are now; null where there is no repository. `kept`: what it is for, so that it stays; otherwise only for the moment.
   * Never rejects.
   */
  async take(directory: string, kept: Kept | null): Promise<TakenCheckpoint | null> {
    const root = rootOf(directory);
    return root === null || this.#isClosed ? null : this.#storeOf(root).take(directory, kept);
  }

  /** Whether the directory is in a repository. */
  isIn(directory: string): boolean {
    return rootOf(directory) !== null;
  }

  /** What changed in these turns. Rejects if it can't be told for another reason. */
  async changes(directory: string, wanted: Omit<Wanted, "timeoutMs">): Promise<FoundChanges> {
    const root = rootOf(directory);
    return root === null ? { kind: "missing" } : this.#storeOf(root).changes(wanted);
  }

  /** Removes what no session needs any more. A store that fails is reported, and keeps no other from being tidied. */
  async tidy(isKnown: (session: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#deps.directory).catch(() => [])) {
      if (this.#isClosed) return;
      const root = await readFile(join(this.#deps.directory, name, ROOT_FILE), "utf8").catch(() => "");
      if (!isAbsolute(root) || workspaceId(root) !== name) continue;
      const tidied = rootOf(root) === root ? this.#storeOf(root).tidy(isKnown) : this.#storeOf(root).miss();
      await tidied.catch((error) => this.#deps.report(`the checkpoints of ${root} can't be tidied`, error));
    }
  }

  /** No more are taken. */
  close(): void {
    this.#isClosed = true;
  }

  #storeOf(root: string): RepositoryStore {
    const { directory, ...deps } = this.#deps;
    const store =
      this.#stores.get(root) ?? new RepositoryStore({ root, store: join(directory, workspaceId(root)) }, deps);
    this.#stores.set(root, store);
    return store;
  }
}

function rootOf(directory: string): string | null {
  try {
    return findGitRoot(directory);
  } catch {
    return null;
  }
}
