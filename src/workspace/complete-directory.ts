// Directories that a typed path may become, for choosing where a session works.
import { access, opendir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf } from "../system/index.ts";

export interface DirectoryEntry {
  readonly name: string;
  readonly path: string;
  readonly isRepository: boolean;
}

export interface DirectoryList {
  /** What was looked into. */
  readonly directory: string;
  readonly items: readonly DirectoryEntry[];
  /** There are more. */
  readonly isCut: boolean;
  /** Why nothing could be looked at; null if it could. */
  readonly problem: "missing" | "unreadable" | "not_a_directory" | null;
}

const MAX_LOOKED_AT = 10_000;

/**
 * What is in the directory that the path ends in (with a slash), or in the one above its last word, beginning with that word. `~` and an empty path
 * are the user's home; other paths are absolute. Hidden ones only when a dot is typed.
 */
export async function completeDirectory(typed: string, limit: number): Promise<DirectoryList> {
  const { directory, beginning } = partsOf(typed);
  const names: string[] = [];
  let looked = 0;
  try {
    for await (const entry of await opendir(directory)) {
      if (++looked > MAX_LOOKED_AT) break;
      const mayBe = entry.isDirectory() || entry.isSymbolicLink();
      if (mayBe && isMeant(entry.name, beginning)) names.push(entry.name);
    }
  } catch (error) {
    return { directory, items: [], isCut: false, problem: problemOf(error) };
  }
  names.sort((a, b) => a.localeCompare(b));
  const items: DirectoryEntry[] = [];
  for (const name of names) {
    if (items.length > limit) break;
    const path = join(directory, name);
    if (await isReadableDirectory(path)) items.push({ name, path, isRepository: await exists(join(path, ".git")) });
  }
  const isCut = items.length > limit || looked > MAX_LOOKED_AT;
  return { directory, items: items.slice(0, limit), isCut, problem: null };
}

function partsOf(typed: string): { directory: string; beginning: string } {
  const home = homedir();
  const path = typed.trim() === "" ? `${home}/` : typed.replace(/^~(?=\/|$)/, home);
  const whole = resolve(home, path);
  const isWhole = path.endsWith("/") || typed === "~";
  return isWhole ? { directory: whole, beginning: "" } : { directory: dirname(whole), beginning: basename(whole) };
}

/** A name that is not UTF-8 can't be sent back. */
const isMeant = (name: string, beginning: string): boolean =>
  name.toLowerCase().startsWith(beginning.toLowerCase()) &&
  (!name.startsWith(".") || beginning.startsWith(".")) &&
  !name.includes("\ufffd");

/** A link counts by where it leads. */
async function isReadableDirectory(path: string): Promise<boolean> {
  try {
    await access(path);
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function problemOf(error: unknown): DirectoryList["problem"] {
  const code = codeOf(error);
  if (code === "ENOTDIR") return "not_a_directory";
  return code === "EACCES" || code === "EPERM" ? "unreadable" : "missing";
}
