// Checkpoints: the files of workspaces at certain moments, as Git trees. One store per repository, one task at a time in each.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { CheckpointFailure } from "../../core/index.ts";
import { TaskQueue } from "../../system/index.ts";
import { ProgramFailed } from "../../system/processes.ts";
import { findGitRoot } from "../find-root.ts";
import { workspaceId } from "../workspace-id.ts";
import { GitStore } from "./git-store.ts";
import { takeTree } from "./take-tree.ts";
import { type TreeChanges, treeChanges, type Wanted } from "./tree-changes.ts";

export type TakenCheckpoint =
  | { readonly tree: string; readonly left: readonly string[] }
  | { readonly tree: null; readonly why: CheckpointFailure };

export interface Kept {
  readonly session: string;
  readonly turn: string;
  readonly moment: "start" | "end";
}

export type FoundChanges =
  | ({ readonly kind: "found" } & TreeChanges)
  /** The trees are not here: they were made on another machine, or removed. */
  | { readonly kind: "missing" }
  | { readonly kind: "no_git" }
  | { readonly kind: "too_slow" };

interface Dependencies {
  /** The directory of all stores. */
  readonly directory: string;
  readonly nowMs: () => number;
  /** Reports a fault; never throws. */
  readonly report: (message: string, cause: unknown) => void;
}

/** A prompt waits for the tree of its start at most this long. */
const TAKING_MS = 3000;
const READING_MS = 10_000;
/** After a failure nobody waits for another one this soon. */
const REST_MS = 10 * 60_000;
const TIDYING_MS = 10 * 60_000;
const MAX_LOOSE_OBJECTS = 2000;
/** In a store: the repository that it is for. */
const ROOT_FILE = "root";

export class Checkpoints {
  readonly #deps: Dependencies;
  readonly #queues = new Map<string, TaskQueue>();
  readonly #resting = new Map<string, { untilMs: number; why: CheckpointFailure }>();
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
    if (root === null || this.#isClosed) return null;
    const resting = this.#resting.get(root);
    if (resting && this.#deps.nowMs() < resting.untilMs) return { tree: null, why: resting.why };
    this.#resting.delete(root);
    const taken = await this.#in(root, () => this.#take({ root, directory }, kept)).catch((error) => {
      this.#deps.report(`the files of ${root} can't be recorded`, error);
      return { tree: null, why: "failed" as const };
    });
    if (taken.tree === null) this.#resting.set(root, { untilMs: this.#deps.nowMs() + REST_MS, why: taken.why });
    return taken;
  }

  async #take({ root, directory }: { root: string; directory: string }, kept: Kept | null): Promise<TakenCheckpoint> {
    const opened = await this.#open(root);
    if (opened.kind === "no_git") return { tree: null, why: "no_git" };
    const { git } = opened;
    const taken = await takeTree(git, relative(root, directory), TAKING_MS);
    if (taken.kind !== "taken") return { tree: null, why: taken.kind };
    const { tree, left } = taken;
    if (kept) await git.run(["update-ref", refOf(kept), tree], { timeoutMs: TAKING_MS });
    return { tree, left };
  }

  /** Whether the directory is in a repository. */
  isIn(directory: string): boolean {
    return rootOf(directory) !== null;
  }

  /** What changed in these turns. Rejects if it can't be told for another reason. */
  async changes(directory: string, wanted: Omit<Wanted, "timeoutMs">): Promise<FoundChanges> {
    const root = rootOf(directory);
    if (root === null) return { kind: "missing" };
    try {
      const opened = await this.#in(root, () => this.#open(root));
      if (opened.kind === "no_git") return opened;
      const found = await treeChanges(opened.git, { ...wanted, timeoutMs: READING_MS });
      return found ? { kind: "found", ...found } : { kind: "missing" };
    } catch (error) {
      if (!(error instanceof ProgramFailed)) throw error;
      return { kind: error.reason === "timeout" ? "too_slow" : "missing" };
    }
  }

  /** Removes what no session needs any more. Rejects if that fails. */
  async tidy(isKnown: (session: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#deps.directory).catch(() => [])) {
      const store = join(this.#deps.directory, name);
      const root = await readFile(join(store, ROOT_FILE), "utf8").catch(() => null);
      if (root === null || this.#isClosed) continue;
      await this.#in(root, () => this.#tidyStore(root, store, isKnown));
    }
  }

  async #tidyStore(root: string, store: string, isKnown: (session: string) => boolean): Promise<void> {
    // The repository is gone, and with it most of the objects.
    if (rootOf(root) !== root) return rm(store, { recursive: true, force: true });
    const opened = await this.#open(root);
    if (opened.kind === "no_git") return;
    const { git } = opened;
    const limits = { timeoutMs: TIDYING_MS };
    const refs = (await git.run(["for-each-ref", "--format=%(refname)", REFS], limits)).split("\n").filter(Boolean);
    const gone = refs.filter((ref) => !isKnown(ref.slice(REFS.length).split("/")[0] ?? ""));
    if (gone.length === refs.length) return rm(store, { recursive: true, force: true });
    if (gone.length > 0)
      await git.run(["update-ref", "-z", "--stdin"], {
        ...limits,
        stdin: gone.map((ref) => `delete ${ref}\0\0`).join(""),
      });
    const loose = Number.parseInt(await git.run(["count-objects"], limits), 10);
    // What was taken for the moment only, or is being read, is left alone for a while.
    if (gone.length > 0 || loose > MAX_LOOSE_OBJECTS) await git.run(["gc", "--quiet", "--prune=1.day.ago"], limits);
  }

  /** No more are taken. */
  close(): void {
    this.#isClosed = true;
  }

  async #open(root: string): ReturnType<typeof GitStore.open> {
    const store = join(this.#deps.directory, workspaceId(root));
    await mkdir(this.#deps.directory, { recursive: true, mode: 0o700 });
    const opened = await GitStore.open({ root, store });
    if (opened.kind === "opened") await writeFile(join(store, ROOT_FILE), root);
    return opened;
  }

  #in<T>(root: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(root) ?? new TaskQueue();
    this.#queues.set(root, queue);
    return queue.run(task);
  }
}

const REFS = "refs/skein/";

const refOf = ({ session, turn, moment }: Kept): string => `${REFS}${word(session)}/${word(turn)}-${moment}`;

const word = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, "_");

function rootOf(directory: string): string | null {
  try {
    return findGitRoot(directory);
  } catch {
    return null;
  }
}
