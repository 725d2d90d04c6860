// Resolves what a person typed to a workspace: an existing path wins, then `~`, then a bare name under the project roots.
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { WorkspaceRef } from "../core/index.ts";
import { findGitRoot } from "./find-root.ts";
import { repoId, workspaceId } from "./workspace-id.ts";

export interface LocateRequest {
  /** Null = the current directory. */
  typed: string | null;
  cwd: string;
  projectRoots: readonly string[];
}

export type Located =
  | { kind: "found"; workspace: WorkspaceRef }
  | { kind: "missing"; tried: string[] }
  | { kind: "not_a_directory"; path: string }
  /** It exists, but its name is not UTF-8: as text it would name something else. */
  | { kind: "not_utf8"; path: string };

export function locateWorkspace({ typed, cwd, projectRoots }: LocateRequest): Located {
  const tried = typed === null ? [resolve(cwd)] : candidatesFor(typed, cwd, projectRoots);
  for (const path of tried) {
    const kind = kindOf(path);
    const located = kind === "directory" ? locateDirectory(path) : null;
    if (located) return located;
    if (kind === "other") return { kind: "not_a_directory", path };
  }
  // The sender could not have typed it either.
  const [garbled] = tried.filter((path) => path.includes(REPLACEMENT));
  return garbled === undefined ? { kind: "missing", tried } : { kind: "not_utf8", path: garbled };
}

/** Null if it was removed meanwhile. */
function locateDirectory(path: string): Located | null {
  try {
    return isText(path) ? { kind: "found", workspace: workspaceAt(path) } : { kind: "not_utf8", path };
  } catch {
    return null;
  }
}

/** The replacement for bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/** Whether its real path, which may differ, can be written as text. */
function isText(path: string): boolean {
  // Node's own function uses text, and fails if a name is not text.
  const bytes = realpathSync.native(path, "buffer");
  return bytes.equals(Buffer.from(bytes.toString("utf8")));
}

function candidatesFor(typed: string, cwd: string, projectRoots: readonly string[]): string[] {
  const here = resolve(cwd, typed);
  if (typed === "~" || typed.startsWith("~/")) return [...new Set([here, expandHome(typed)])];
  const isBareName = !isAbsolute(typed) && !typed.includes("/") && typed !== "." && typed !== "..";
  return isBareName ? [here, ...projectRoots.map((root) => join(expandHome(root), typed))] : [here];
}

const expandHome = (path: string): string =>
  path === "~" || path.startsWith("~/") ? resolve(join(homedir(), path.slice(1))) : path;

function kindOf(path: string): "directory" | "other" | "none" {
  try {
    return statSync(path).isDirectory() ? "directory" : "other";
  } catch {
    return "none";
  }
}

function workspaceAt(path: string): WorkspaceRef {
  const canonical = realpathSync(path);
  const root = findGitRoot(canonical) ?? canonical;
  const repo = repoId(root);
  const typedRoot = findGitRoot(path) ?? path;
  // The typed path may lead through a symlink into the middle of the repository, or out of another one.
  const isAlias = typedRoot !== root && realpathSync(typedRoot) === root;
  return {
    id: workspaceId(root),
    path: root,
    ...(isAlias ? { alias: typedRoot } : {}),
    ...(repo === null ? {} : { repoId: repo }),
  };
}
