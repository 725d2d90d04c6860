// Codex's changes to files: as a title, as the complete change, and in the terms of rules.
import { resolve } from "node:path";
import { INPUT_TEXT_LENGTH, type PermissionRequest } from "../../core/index.ts";
import type { Fact } from "../driver.ts";
import { pathLine } from "../kit/questions/shown.ts";
import { textBytes } from "../kit/text-bytes.ts";
import { inside } from "../kit/tool-calls/tool-title.ts";

export interface Change {
  path: string;
  kind: "add" | "delete" | "update";
  movePath: string | null;
  /** The text of an added or deleted file, else a diff; null if unknown. */
  diff: string | null;
}

const verbs: Readonly<Record<Change["kind"], string>> = { add: "Write", update: "Edit", delete: "Delete" };

export function changesTitle(changes: readonly Change[], cwd: string): string {
  const [first, ...more] = changes;
  if (!first) return "Change files";
  if (more.length > 0) return `Change ${changes.length} files`;
  const { kind, path, movePath } = first;
  const name = `\`${inside(cwd, path)}\``;
  return movePath === null ? `${verbs[kind]} ${name}` : `Move ${name} to \`${inside(cwd, movePath)}\``;
}

export const changesText = (changes: readonly Change[]): string =>
  changes
    .map(({ path, kind, movePath, diff }) => {
      const head =
        movePath === null ? `${verbs[kind]} ${pathLine(path)}` : `Move ${pathLine(path)} to ${pathLine(movePath)}`;
      if (diff === null || diff === "") return head;
      return `${head}\n${kind === "update" ? diff : marked(diff, kind === "add" ? "+" : "-")}`;
    })
    .join("\n\n");

const marked = (text: string, sign: string): string =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign}${line}`)
    .join("\n");

/** A patch with several kinds of changes is judged by the worst one. */
export function changesRequest(changes: readonly Change[], cwd: string): PermissionRequest {
  const isDeleting = changes.some(({ kind }) => kind === "delete");
  const isMoving = changes.some(({ movePath }) => movePath !== null);
  const paths = changes.flatMap(({ path, movePath }) => (movePath === null ? [path] : [path, movePath]));
  return {
    kind: isDeleting ? "delete" : isMoving ? "move" : "edit",
    tool: "apply_patch",
    command: null,
    paths: [...new Set(paths.map((path) => resolve(cwd, path)))],
  };
}

const MAX_INPUT = 64 * 1024;

/** The change for the log: whole, unless it is so large that it would burden every reader of the log. */
export function changesInput(changes: readonly Change[]): unknown {
  if (JSON.stringify(changes).length <= MAX_INPUT) return { changes };
  const shorter = changes.map(({ diff, ...rest }) => ({ ...rest, diff: diff?.slice(0, INPUT_TEXT_LENGTH) ?? null }));
  const text = JSON.stringify(shorter);
  return text.length <= MAX_INPUT ? { changes: shorter } : { cut: text.slice(0, INPUT_TEXT_LENGTH) };
}

/** The resulting text after the patch. */
export const writesIn = (changes: readonly Change[]): { path: string; bytes: number | null }[] =>
  changes.flatMap(({ path, kind, movePath, diff }) => {
    if (kind === "delete") return [];
    return [{ path: movePath ?? path, bytes: kind === "add" && diff !== null ? textBytes(diff) : null }];
  });

export const writeFacts = (writes: readonly { path: string; bytes: number | null }[], toolCallId: string): Fact[] =>
  writes.map(({ path, bytes }) => ({
    type: "file_write",
    data: { path, toolCallId, ...(bytes === null ? {} : { bytes }) },
  }));
