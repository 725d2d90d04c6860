// What changed between trees: by turn, put together by file, and as patches. Trees only: nothing of the working directory is read.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type ComposedEntry,
  composeTurns,
  type FileChange,
  type FileKind,
  type FileStatus,
  readPatch,
  type Side,
  shortenFiles,
  type TreeEntry,
  type TurnEntries,
} from "../../core/index.ts";
import { ProgramFailed } from "../../system/processes.ts";
import type { GitStore } from "./git-store.ts";
import { asText } from "./paths-as-bytes.ts";

export interface TurnTrees {
  readonly turn: string;
  readonly start: string;
  readonly end: string;
}

export interface Caps {
  /** Files with their lines; of further ones only the numbers are counted. */
  readonly files: number;
  readonly lines: number;
  readonly lineCharacters: number;
  readonly bytes: number;
}

export interface Wanted {
  readonly turns: readonly TurnTrees[];
  /** Only this file, under its new name. */
  readonly path?: string | undefined;
  /** Without lines. */
  readonly isStat?: boolean;
  readonly caps: Caps;
  readonly timeoutMs: number;
}

export interface TreeChanges {
  /** Turns whose trees are not there any more. */
  readonly gone: readonly string[];
  readonly files: readonly FileChange[];
  /** Of all files that were asked for, those included that are not in the list. */
  readonly total: { readonly files: number; readonly added: number; readonly removed: number };
}

const MAX_LIST_BYTES = 64_000_000;
/** More of a patch is read than shown, so that one long file does not keep out the others. */
const MAX_PATCH_BYTES = 8_000_000;

/** Null if no tree is there. Rejects with a `ProgramFailed` if an object is not there, or it takes too long. */
export async function treeChanges(
  git: GitStore,
  { turns, path, isStat, caps, timeoutMs }: Wanted,
): Promise<TreeChanges | null> {
  const deadline = performance.now() + timeoutMs;
  const running = () => ({ timeoutMs: Math.max(1, deadline - performance.now()), maxBytes: MAX_LIST_BYTES });
  const missing = await missingTrees(git, turns, running());
  const known = turns.filter(({ start, end }) => !missing.has(start) && !missing.has(end));
  if (known.length === 0) return null;
  const gone = turns.filter((one) => !known.includes(one)).map(({ turn }) => turn);
  const entries = await entriesOf(git, known, running());
  if (!entries) return null;
  const composed = composeTurns(entries);
  if (composed.length === 0) return { gone, files: [], total: { files: 0, added: 0, removed: 0 } };
  const range = await rangeOf(git, composed, running);
  const printed = await git.run([...range, "--raw", "--numstat", "-z"], { ...running(), encoding: "latin1" });
  const listed = readList(printed, composed);
  const meant = path === undefined ? listed : listed.filter((one) => asText(one.path) === path);
  const total = {
    files: meant.length,
    added: meant.reduce((sum, { added }) => sum + added, 0),
    removed: meant.reduce((sum, { removed }) => sum + removed, 0),
  };
  const files = meant.slice(0, caps.files);
  if (isStat || files.length === 0) return { gone, files: files.map(withTextPaths), total };
  const paths = new Set(files.flatMap((one) => [one.path, one.oldPath]));
  const chosen = composed.filter((one) => paths.has(one.path));
  const own = chosen.length === composed.length ? range : await rangeOf(git, chosen, running);
  const { text, isWhole } = await upTo(git, [...own, "--patch"], {
    ...running(),
    maxBytes: Math.max(caps.bytes, MAX_PATCH_BYTES),
  });
  return { gone, files: withLines(files, text, { isWhole, caps }).map(withTextPaths), total };
}

const withTextPaths = (file: FileChange): FileChange => ({
  ...file,
  path: asText(file.path),
  ...(file.oldPath === undefined ? {} : { oldPath: asText(file.oldPath) }),
});

/** By content and with renames; no program of anyone is asked how. */
const diff = [
  ...["diff-tree", "-r", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--full-index"],
  ...["--unified=3", "--diff-algorithm=histogram", "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/"],
];

async function missingTrees(
  git: GitStore,
  turns: readonly TurnTrees[],
  running: { timeoutMs: number },
): Promise<ReadonlySet<string>> {
  const trees = [...new Set(turns.flatMap(({ start, end }) => [start, end]))];
  const stdin = trees.map((tree) => `${tree}\n`).join("");
  const printed = await git.run(["cat-file", "--batch-check=%(objectname)"], { ...running, stdin });
  return new Set([...printed.matchAll(/^(\S+) missing$/gm)].map(([, tree = ""]) => tree));
}

/** All turns in one go; null if a tree is not there. */
async function entriesOf(
  git: GitStore,
  turns: readonly TurnTrees[],
  running: { timeoutMs: number },
): Promise<TurnEntries[] | null> {
  const changed = turns.filter(({ start, end }) => start !== end);
  if (changed.length === 0) return [];
  const printed = await git.run(["diff-tree", "--stdin", "-r", "--raw", "-z", "--no-renames", "--no-abbrev"], {
    ...running,
    encoding: "latin1",
    stdin: changed.map(({ start, end }) => `${start} ${end}\n`).join(""),
  });
  const found: TurnEntries[] = [];
  let at = 0;
  for (const { turn, start, end } of changed) {
    const heading = `${start} ${end}\n`;
    if (!printed.startsWith(heading, at)) return null;
    at += heading.length;
    const entries: TreeEntry[] = [];
    while (printed[at] === ":") {
      const facts = printed.indexOf("\0", at);
      const name = printed.indexOf("\0", facts + 1);
      const [oldMode = "", newMode = "", oldObject = "", newObject = ""] = printed.slice(at + 1, facts).split(" ");
      const path = printed.slice(facts + 1, name);
      entries.push({ path, before: sideOf(oldMode, oldObject), after: sideOf(newMode, newObject) });
      at = name + 1;
    }
    found.push({ turn, entries });
  }
  return found;
}

const sideOf = (mode: string, object: string): Side | null => (/^0+$/.test(mode) ? null : { mode, object });

/** What compares these files as they were with what they became. */
async function rangeOf(
  git: GitStore,
  entries: readonly ComposedEntry[],
  running: () => { timeoutMs: number },
): Promise<string[]> {
  const before = await treeOf(git, entries, ({ before }) => before, running);
  const after = await treeOf(git, entries, ({ after }) => after, running);
  return [...diff, before, after];
}

/** A tree with nothing but one side of these files. */
async function treeOf(
  git: GitStore,
  entries: readonly ComposedEntry[],
  side: (entry: ComposedEntry) => Side | null,
  running: () => { timeoutMs: number },
): Promise<string> {
  const index = join(git.directory, `index.${crypto.randomUUID()}`);
  try {
    const lines = entries.flatMap((entry) => {
      const found = side(entry);
      return found ? [`${found.mode} ${found.object}\t${entry.path}\0`] : [];
    });
    // A directory may have become a file meanwhile: the later one of them stays.
    const written = { encoding: "latin1", index, stdin: lines.join("") } as const;
    await git.run(["update-index", "--replace", "-z", "--index-info"], { ...running(), ...written });
    return (await git.run(["write-tree", "--missing-ok"], { ...running(), index, isAlone: true })).trim();
  } finally {
    await rm(index, { force: true });
  }
}

type Listed = FileChange & { readonly sections: number };

/** The answer to `--raw --numstat -z`: first all files with what happened to them, then all again with their numbers of lines. */
function readList(printed: string, composed: readonly ComposedEntry[]): Listed[] {
  const known = new Map(composed.map((entry) => [entry.path, entry]));
  const words = printed.split("\0");
  const files: Listed[] = [];
  let at = 0;
  for (; words[at]?.startsWith(":"); ) {
    const [oldMode = "", newMode = "", , , status = ""] = (words[at] ?? "").slice(1).split(" ");
    const isRenamed = /^[RC]/.test(status);
    const [first = "", second = ""] = [words[at + 1], words[at + 2]];
    const path = isRenamed ? second : first;
    at += isRenamed ? 3 : 2;
    const names = isRenamed ? [first, second] : [path];
    const entries = names.flatMap((name) => known.get(name) ?? []);
    const turns = [...new Set(entries.flatMap((entry) => entry.turns))];
    files.push({
      path,
      ...(isRenamed ? { oldPath: first } : {}),
      status: statusOf(status),
      kind: kindOf(status.startsWith("D") ? oldMode : newMode),
      ...(oldMode !== newMode && !/^[AD]/.test(status) ? { oldMode, newMode } : {}),
      ...(status.startsWith("A") && newMode === "100755" ? { newMode } : {}),
      ...(status.startsWith("D") && oldMode === "100755" ? { oldMode } : {}),
      added: 0,
      removed: 0,
      hunks: [],
      turns: turns.sort(byNumber),
      ...(entries.some(({ isMixed }) => isMixed) ? { isMixed: true as const } : {}),
      // A file that became a link, or the other way round, is deleted and added in a patch.
      sections: status.startsWith("T") ? 2 : 1,
    });
  }
  for (const [index, file] of files.entries()) {
    const [added = "0", removed = "0"] = (words[at] ?? "").split("\t");
    at += file.oldPath === undefined ? 1 : 3;
    const isBinary = added === "-" && file.kind === "text";
    const counts = isBinary ? { kind: "binary" as const } : { added: Number(added), removed: Number(removed) };
    files[index] = { ...file, ...counts };
  }
  return files;
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

function statusOf(letter: string): FileStatus {
  if (letter.startsWith("A")) return "added";
  if (letter.startsWith("D")) return "deleted";
  return letter.startsWith("R") ? "renamed" : "modified";
}

function kindOf(mode: string): FileKind {
  if (mode === "160000") return "submodule";
  return mode === "120000" ? "symlink" : "text";
}

/** What a program prints, up to so many bytes. */
async function upTo(
  git: GitStore,
  args: readonly string[],
  limits: { timeoutMs: number; maxBytes: number },
): Promise<{ text: string; isWhole: boolean }> {
  try {
    return { text: await git.run(args, limits), isWhole: true };
  } catch (error) {
    if (!(error instanceof ProgramFailed) || error.reason !== "too_long") throw error;
    return { text: error.stdout, isWhole: false };
  }
}

function withLines(
  files: readonly Listed[],
  patch: string,
  { isWhole, caps }: { isWhole: boolean; caps: Caps },
): FileChange[] {
  const patched = readPatch(patch);
  let at = 0;
  const found = files.map(({ sections, ...file }) => {
    const hunks = patched.slice(at, at + sections).flatMap((one) => one.hunks);
    at += sections;
    return { file, hunks, isBroken: !isWhole && at >= patched.length };
  });
  const shortened = shortenFiles(
    found.map(({ hunks }) => hunks),
    caps,
  );
  return found.map(({ file, isBroken }, index) => {
    const { hunks = [], isCut = true } = shortened[index] ?? {};
    return { ...file, hunks, ...(isCut || isBroken ? { cut: true as const } : {}) };
  });
}
