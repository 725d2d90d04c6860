// The checkpoints of one repository. Git writes to its store one task at a time; what only reads, and what Git itself keeps apart, runs beside it.
import { realpathSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import type { CheckpointFailure } from "../../core/index.ts";
import { orNull, replaceFile, TaskQueue } from "../../system/index.ts";
import { ProgramFailed } from "../../system/processes.ts";
import { GitStore, type Repository } from "./git-store.ts";
import { removeLocks } from "./left-locks.ts";
import type { FoundChanges, Kept, TakenCheckpoint } from "./store-answers.ts";
import { takeTree } from "./take-tree.ts";
import { treeChanges, type Wanted } from "./tree-changes.ts";

interface Taken {
  readonly checkpoint: TakenCheckpoint;
  readonly git: GitStore | null;
}

interface Dependencies {
  /** Skein's own directory. */
  readonly home: string;
  readonly nowMs: () => number;
  /** Reports a fault; never throws. */
  readonly report: (message: string, cause: unknown) => void;
}

/** A prompt waits at most this long, whatever else the store has to do. */
const START_MS = 3000;
/** Nobody waits for the end of a turn, but what is taken late may have what came later. */
const END_MS = 30_000;
const TAKING_MS = 3000;
const READING_MS = 10_000;
/** After a failure nobody waits for another one this soon. */
const REST_MS = 10 * 60_000;
const TIDYING_MS = 10 * 60_000;
const MAX_LOOSE_OBJECTS = 2000;
const MAX_LOOSE_KB = 64 * 1024;
/** A larger store forgets the older half of the turns of each session. */
const MAX_STORE_KB = 4 * 1024 * 1024;
/** So often the repository may be missing when it is looked for: disks are unmounted, and directories renamed. A month of hours. */
const MAX_MISSES = 30 * 24;
/** In the store: the repository that it is for. */
export const ROOT_FILE = "root";
/** In the store: how often its repository was missing. */
const MISSES_FILE = "missing";

export class RepositoryStore {
  readonly #place: Repository;
  readonly #deps: Dependencies;
  readonly #queue = new TaskQueue();
  /** By directory: taken when the queue comes to it, for everybody who has asked for it before. */
  readonly #waiting = new Map<string, Promise<Taken>>();
  /** Those whose trees may not have a ref yet. */
  #underWay = 0;
  #rest: { readonly untilMs: number; readonly why: CheckpointFailure } | null = null;
  #isPrepared = false;
  #isUsed = false;

  constructor(place: Repository, deps: Dependencies) {
    this.#place = place;
    this.#deps = deps;
  }

  /** Never rejects. */
  async take(directory: string, kept: Kept | null): Promise<TakenCheckpoint> {
    const why = this.#resting();
    if (why !== null) return { tree: null, why };
    this.#underWay++;
    const taken = this.#taken(directory, kept)
      .catch((error) => this.#failed(error))
      .finally(() => this.#underWay--);
    return within(kept?.moment === "end" ? END_MS : START_MS, taken, { tree: null, why: "too_slow" });
  }

  async #taken(directory: string, kept: Kept | null): Promise<TakenCheckpoint> {
    const waiting = this.#waiting.get(directory) ?? this.#queue.run(() => this.#takeNow(directory));
    this.#waiting.set(directory, waiting);
    const { checkpoint, git } = await waiting;
    if (kept && git && checkpoint.tree !== null)
      await git.run(["update-ref", refOf(kept), checkpoint.tree], { timeoutMs: TAKING_MS });
    return checkpoint;
  }

  async #takeNow(directory: string): Promise<Taken> {
    this.#waiting.delete(directory);
    const why = this.#resting();
    if (why !== null) return { checkpoint: { tree: null, why }, git: null };
    const opened = await this.#open();
    if (opened.kind === "no_git") return { checkpoint: this.#restFor(opened.kind), git: null };
    const { git } = opened;
    const part = { directory: relative(this.#place.root, directory), secret: this.#secret() };
    const taken = await takeTree(git, part, TAKING_MS);
    if (taken.kind !== "taken") return { checkpoint: this.#restFor(taken.kind), git };
    return { checkpoint: { tree: taken.tree, left: taken.left }, git };
  }

  /** The home, if it lies in the repository: nothing of it is for anybody who looks at changes. */
  #secret(): string | null {
    const real = (path: string): string => orNull(() => realpathSync(path)) ?? path;
    const place = relative(real(this.#place.root), real(this.#deps.home));
    return place === "" || place.startsWith("..") || isAbsolute(place) ? null : place;
  }

  #failed(error: unknown): TakenCheckpoint {
    this.#deps.report(`the files of ${this.#place.root} can't be recorded`, error);
    return this.#restFor("failed");
  }

  #resting(): CheckpointFailure | null {
    return this.#rest && this.#deps.nowMs() < this.#rest.untilMs ? this.#rest.why : null;
  }

  #restFor(why: CheckpointFailure): TakenCheckpoint {
    this.#rest = { untilMs: this.#deps.nowMs() + REST_MS, why };
    this.#isPrepared = false;
    return { tree: null, why };
  }

  /** Rejects if it can't be told for another reason. */
  async changes(wanted: Omit<Wanted, "timeoutMs">): Promise<FoundChanges> {
    try {
      const opened = await this.#queue.run(() => this.#open());
      if (opened.kind === "no_git") return opened;
      const found = await treeChanges(opened.git, { ...wanted, timeoutMs: READING_MS });
      return found ? { kind: "found", ...found } : { kind: "missing" };
    } catch (error) {
      // A `.git` that can't be read is as none.
      if (!(error instanceof ProgramFailed)) return { kind: "missing" };
      return { kind: error.reason === "ended" ? "missing" : "too_slow" };
    }
  }

  /** Removes what no session needs any more. */
  async tidy(isKnown: (session: string) => boolean): Promise<void> {
    const git = await this.#queue.run(() => this.#forget(isKnown));
    if (!git) return;
    // Beside what else there is to do: what was taken for the moment only, or is being read, is left alone for a while.
    await git.run(["gc", "--quiet", "--prune=1.hour.ago"], { timeoutMs: TIDYING_MS }).catch(async (error) => {
      if (!(error instanceof ProgramFailed) || error.reason !== "ended") throw error;
      // An object that only the repository had is gone, so nothing can be packed together.
      await git.run(["prune", "--expire=1.hour.ago"], { timeoutMs: TIDYING_MS });
    });
  }

  /** The store if there is enough in it to be removed. */
  async #forget(isKnown: (session: string) => boolean): Promise<GitStore | null> {
    const opened = await this.#open().catch((error) => {
      // A `.git` that names nothing is no repository.
      if (error instanceof ProgramFailed) throw error;
      return null;
    });
    if (!opened) return this.#countMiss();
    if (opened.kind === "no_git") return null;
    const { git } = opened;
    await rm(join(this.#place.store, MISSES_FILE), { force: true });
    const limits = { timeoutMs: TIDYING_MS };
    const refs = (await git.run(["for-each-ref", "--format=%(refname)", REFS], limits)).split("\n").filter(Boolean);
    const gone = refs.filter((ref) => !isKnown(ref.slice(REFS.length).split("/")[0] ?? ""));
    if (gone.length === refs.length && this.#underWay === 0) {
      await this.#remove();
      return null;
    }
    await forget(git, gone);
    const { count, size, packed } = await sizesOf(git);
    const isLarge = size + packed > MAX_STORE_KB;
    if (isLarge) await forget(git, olderHalf(refs.filter((ref) => !gone.includes(ref))));
    return isLarge || gone.length > 0 || count > MAX_LOOSE_OBJECTS || size > MAX_LOOSE_KB ? git : null;
  }

  /** The repository is not there. After a long time the store is removed. */
  async miss(): Promise<void> {
    await this.#queue.run(() => this.#countMiss());
  }

  async #countMiss(): Promise<null> {
    const file = join(this.#place.store, MISSES_FILE);
    const misses = 1 + (Number.parseInt(await readFile(file, "utf8").catch(() => "0"), 10) || 0);
    if (misses > MAX_MISSES) await this.#remove();
    else await writeFile(file, String(misses));
    return null;
  }

  async #remove(): Promise<void> {
    this.#isPrepared = false;
    await rm(this.#place.store, { recursive: true, force: true });
  }

  async #open(): ReturnType<typeof GitStore.open> {
    if (!this.#isPrepared) {
      await this.#prepare();
      this.#isPrepared = true;
    }
    return GitStore.open(this.#place);
  }

  /** Nobody else writes to it: what holds it was left by a Git that was killed. */
  async #prepare(): Promise<void> {
    const { root, store } = this.#place;
    await mkdir(store, { recursive: true, mode: 0o700 });
    const file = join(store, ROOT_FILE);
    if ((await readFile(file, "utf8").catch(() => "")) !== root) await replaceFile(file, root);
    await removeLocks(store, { isFirst: !this.#isUsed });
    // It may be what was wrong. It is made again from the repository's own.
    if (this.#rest?.why === "failed") await rm(join(store, "index"), { force: true });
    this.#isUsed = true;
  }
}

async function forget(git: GitStore, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const stdin = refs.map((ref) => `delete ${ref}\0\0`).join("");
  await git.run(["update-ref", "-z", "--stdin"], { timeoutMs: TIDYING_MS, stdin });
}

/** Loose objects, and kilobytes of these and of packs. */
async function sizesOf(git: GitStore): Promise<{ count: number; size: number; packed: number }> {
  const printed = await git.run(["count-objects", "-v"], { timeoutMs: TIDYING_MS });
  const of = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(printed)?.[1] ?? 0);
  return { count: of("count"), size: of("size"), packed: of("size-pack") };
}

/** Of each session: refs are named after turns, which are numbered. */
export function olderHalf(refs: readonly string[]): string[] {
  const ofSessions = Object.values(Object.groupBy(refs, (ref) => ref.slice(0, ref.lastIndexOf("/"))));
  return ofSessions.flatMap((own = []) => own.toSorted(byTurn).slice(0, Math.floor(own.length / 2)));
}

const byTurn = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

/** What the task gives, or something else if that takes too long. */
async function within<T>(ms: number, task: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), ms);
  try {
    return await Promise.race([task, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const REFS = "refs/skein/";

const refOf = ({ session, turn, moment }: Kept): string => `${REFS}${word(session)}/${word(turn)}-${moment}`;

const word = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, "_");
