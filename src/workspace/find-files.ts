// Files of a workspace by a few letters, as somebody types them: the list is kept for a moment, so that each letter does not read the disk again.
import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type FileList, listFiles } from "./list-files.ts";
import { bestOf, entriesOf, type PathEntry, type Ranked, wordsTyped } from "./rank-paths.ts";

export interface FoundFiles {
  readonly items: readonly PathEntry[];
  /** The workspace has more files than were looked at. */
  readonly isCut: boolean;
}

interface Kept {
  readonly entries: Promise<Pick<FileList, "isCut"> & { readonly all: readonly PathEntry[] }>;
  readonly atMs: number;
}

/** A few milliseconds of work: others are served meanwhile. */
const AT_ONCE = 1000;
const KEPT_MS = 5000;
const MAX_KEPT = 8;

export class WorkspaceFiles {
  readonly #nowMs: () => number;
  readonly #list: (root: string) => Promise<FileList>;
  readonly #kept = new Map<string, Kept>();

  constructor({ nowMs, list = listFiles }: { nowMs: () => number; list?: (root: string) => Promise<FileList> }) {
    this.#nowMs = nowMs;
    this.#list = list;
  }

  async find(
    root: string,
    typed: string,
    { limit, signal }: { limit: number; signal: AbortSignal },
  ): Promise<FoundFiles> {
    const { all, isCut } = await this.#entriesOf(root);
    if (signal.aborted) return { items: [], isCut };
    const items: PathEntry[] = [];
    const inside = await realpath(root);
    // A link out of the workspace is none of its files, and neither is what was removed since Git knew it.
    for (const { entry } of await rankedOf(all, typed, { most: 2 * limit, signal })) {
      if (items.length === limit || signal.aborted) break;
      const real = await realpath(join(root, entry.path)).catch(() => null);
      if (real === inside || real?.startsWith(inside === sep ? sep : inside + sep)) items.push(entry);
    }
    return { items, isCut };
  }

  #entriesOf(root: string): Kept["entries"] {
    const nowMs = this.#nowMs();
    const kept = this.#kept.get(root);
    if (kept && Math.abs(nowMs - kept.atMs) < KEPT_MS) return kept.entries;
    const entries = this.#list(root).then(({ paths, isCut }) => ({ all: entriesOf(paths), isCut }));
    this.#kept.delete(root);
    this.#kept.set(root, { entries, atMs: nowMs });
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return entries;
  }
}

async function rankedOf(
  all: readonly PathEntry[],
  typed: string,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<Ranked[]> {
  const words = wordsTyped(typed);
  let best: Ranked[] = [];
  for (let from = 0; from < all.length && !signal.aborted; from += AT_ONCE) {
    best = bestOf(best, all.slice(from, from + AT_ONCE), words, most);
    await setImmediate();
  }
  return best;
}
