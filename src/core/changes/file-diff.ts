// Changes to files, as far as a tool call shows them: as old and new text, as a patch, or as the whole new text.
import { type DiffLine, lineDiff } from "./line-diff.ts";

export interface FileDiff {
  readonly path: string | null;
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** There are more lines than these. */
  readonly isCut?: true;
}

interface Call {
  readonly toolKind: string;
  readonly input: unknown;
  readonly output: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** More is not read as a diff: it is shown as the text that it is. */
const MAX_CHARACTERS = 400_000;
/** Of longer texts the first lines stand for all. */
const MAX_LINES = 20_000;

export function fileDiffs({ toolKind, input, output }: Call): FileDiff[] {
  const found = isFields(input) ? inInput(input, toolKind) : [];
  return found.length > 0 ? found : patchDiffs(output);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function inInput(input: Fields, toolKind: string): FileDiff[] {
  const path = textOf(input, pathNames);
  const { changes, edits } = input;
  if (Array.isArray(changes)) return changes.filter(isFields).flatMap(changeDiffs);
  if (Array.isArray(edits)) return edits.filter(isFields).flatMap((edit) => editDiffs(edit, path));
  const edited = editDiffs(input, path);
  if (edited.length > 0) return edited;
  const patched = patchNames.flatMap((name) => patchDiffs(textOf(input, [name]) ?? ""));
  if (patched.length > 0) return patched;
  const content = textOf(input, ["content", "file_text", "contents"]);
  return toolKind === "edit" && path !== null && content !== null && content.length <= MAX_CHARACTERS
    ? [textDiff(path, "", content)]
    : [];
}

/** Too many lines are only counted, and not compared. */
function textDiff(path: string | null, old: string, now: string): FileDiff {
  const [oldLines, newLines] = [countLines(old), countLines(now)];
  if (oldLines + newLines <= MAX_LINES) return counted(path, lineDiff(old, now));
  const lines = [...asLines("removed", old, MAX_LINES / 2), ...asLines("added", now, MAX_LINES / 2)];
  return { path, lines, added: newLines, removed: oldLines, isCut: true };
}

const asLines = (kind: "removed" | "added", text: string, most: number): DiffLine[] =>
  firstLines(text, most).map((line) => ({ kind, text: line }));

/** A line break at the end begins no further line. */
function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function firstLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length && lines.length < most; ) {
    const end = text.indexOf("\n", from);
    lines.push(text.slice(from, end < 0 ? text.length : end).replace(/\r$/, ""));
    from = end < 0 ? text.length : end + 1;
  }
  return lines;
}

const pathNames = ["file_path", "filePath", "path", "absolute_path"];
const oldNames = ["old_string", "oldString", "oldText", "old_str"];
const newNames = ["new_string", "newString", "newText", "new_str"];
const patchNames = ["patch", "diff", "input", "patchText"];

function textOf(fields: Fields, names: readonly string[]): string | null {
  const name = names.find((one) => Object.hasOwn(fields, one) && typeof fields[one] === "string");
  return name === undefined ? null : String(fields[name]);
}

function editDiffs(edit: Fields, path: string | null): FileDiff[] {
  const now = textOf(edit, newNames);
  const old = textOf(edit, oldNames) ?? "";
  if (now === null || now.length + old.length > MAX_CHARACTERS) return [];
  return [textDiff(textOf(edit, pathNames) ?? path, old, now)];
}

/** One file of several: a diff of it, or the whole text of one that is added or deleted. */
function changeDiffs(change: Fields): FileDiff[] {
  const diff = textOf(change, ["diff", "unified_diff"]);
  const path = textOf(change, pathNames);
  if (diff === null || diff.length > MAX_CHARACTERS) return editDiffs(change, path);
  if (change.kind === "add") return [textDiff(path, "", diff)];
  if (change.kind === "delete") return [textDiff(path, diff, "")];
  return [patchDiff(path, diff)];
}

/** Of a patch that is too long, the first lines count. */
function patchDiff(path: string | null, patch: string): FileDiff {
  const lines = countLines(patch) <= MAX_LINES ? patch.split("\n") : firstLines(patch, MAX_LINES);
  const isCut = lines.length >= MAX_LINES;
  return { ...counted(path, patchLines(lines)), ...(isCut ? { isCut } : {}) };
}

const counted = (path: string | null, lines: readonly DiffLine[]): FileDiff => ({
  path,
  lines,
  added: lines.filter(({ kind }) => kind === "added").length,
  removed: lines.filter(({ kind }) => kind === "removed").length,
});

const isPatch = /^(?:diff --git |--- .+\r?\n\+\+\+ |\*\*\* Begin Patch)/;
const fileStart = /^(?:diff --git |\*\*\* (?:Add|Update|Delete) File: |--- )/;

/** A text that is a patch, by file. */
function patchDiffs(text: string): FileDiff[] {
  const patch = text.trimStart();
  if (patch.length > MAX_CHARACTERS || !isPatch.test(patch)) return [];
  const files: string[][] = [];
  let isInHeader = false;
  for (const line of firstLines(patch, MAX_LINES)) {
    // After "diff --git" comes the same file's "---".
    const isSame = line.startsWith("--- ") && isInHeader;
    if (fileStart.test(line) && !isSame) {
      files.push([line]);
      isInHeader = true;
    } else files.at(-1)?.push(line);
    if (/^(?:@@|\+\+\+ )/.test(line)) isInHeader = false;
  }
  return files.map((lines) => counted(pathIn(lines), patchLines(lines)));
}

function pathIn(lines: readonly string[]): string | null {
  const names = lines.flatMap((line) => /^(?:\+\+\+|---|\*\*\* \w+ File:) (?:[ab]\/)?([^\t]+)/.exec(line)?.[1] ?? []);
  return names.findLast((name) => name !== "/dev/null") ?? null;
}

const header =
  /^(?:diff --git |index |(?:new|deleted) file|old mode|new mode|similarity|rename|copy|--- |\+\+\+ |\*\*\* )/;

/** Without the lines that name files; what is between hunks is a gap. */
function patchLines(lines: readonly string[]): DiffLine[] {
  const isLast = (index: number): boolean => index === lines.length - 1;
  return lines.flatMap((line, index): DiffLine[] => {
    if (line.startsWith("@@")) return [gapOf(line)];
    if (header.test(line) || line.startsWith("\\ ") || (line === "" && isLast(index))) return [];
    if (line.startsWith("+")) return [{ kind: "added", text: line.slice(1) }];
    if (line.startsWith("-")) return [{ kind: "removed", text: line.slice(1) }];
    return [{ kind: "same", text: line.replace(/^ /, "") }];
  });
}

/** "@@ -3,7 +3,9 @@ function": some agents leave the numbers out. */
function gapOf(line: string): DiffLine {
  const [, old, now] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
  const next = old === undefined || now === undefined ? {} : { next: { old: Number(old), now: Number(now) } };
  return { kind: "gap", text: line.replace(/^@@(?:[^@]*@@)? ?/, ""), ...next };
}
