// Changes to files, as Codex says them: to a title, to the whole of what would change, to what rules look at.
import { resolve } from "node:path";
import type { PermissionRequest } from "../../core/index.ts";
import type { Fact } from "../driver.ts";
import { pathLine } from "../kit/questions/shown.ts";
import { textBytes } from "../kit/text-bytes.ts";
import { inside } from "../kit/tool-calls/tool-title.ts";

export interface Change {
  path: string;
  kind: "add" | "delete" | "update";
  movePath: string | null;
  /** The new text of an added file, the old one of a deleted one, else a diff; null where nobody says it. */
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

/** A patch that does more than edit is judged by the worst that it does. */
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
const MAX_DIFF = 8 * 1024;

/** As it goes into the log: whole, unless it is so big that it would burden everybody who reads the log. */
export function changesInput(changes: readonly Change[]): unknown {
  if (JSON.stringify(changes).length <= MAX_INPUT) return { changes };
  const shorter = changes.map(({ diff, ...rest }) => ({ ...rest, diff: diff?.slice(0, MAX_DIFF) ?? null }));
  const text = JSON.stringify(shorter);
  return text.length <= MAX_INPUT ? { changes: shorter } : { cut: text.slice(0, MAX_DIFF) };
}

/** What is there once the patch was applied. */
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
