// Finds the workspace that a person named, or refuses with the places that were tried.
import type { WorkspaceRef } from "../../core/index.ts";
import { locateWorkspace } from "../../workspace/index.ts";
import type { DaemonContext } from "../context.ts";
import { Refusal } from "../refusal.ts";

export function locateWorkspaceOrRefuse(
  context: Pick<DaemonContext, "config">,
  { typed, cwd }: { typed: string | null; cwd: string },
): WorkspaceRef {
  const located = locateWorkspace({ typed, cwd, projectRoots: context.config().projectRoots });
  if (located.kind === "found") return located.workspace;
  if (located.kind === "not_a_directory") throw new Refusal("invalid_path", `${located.path} is not a directory.`);
  if (located.kind === "not_utf8")
    throw new Refusal(
      "invalid_path",
      `The name of ${located.path} is not UTF-8, and Skein keeps paths as UTF-8 text: rename the directory or the one above it (a link does not help).`,
    );
  throw new Refusal("path_not_found", `No directory "${typed ?? cwd}"; tried: ${located.tried.join(", ")}.`, {
    tried: located.tried,
  });
}

/** The id of the workspace that contains a directory; null if there is none. */
export function workspaceAt(context: Pick<DaemonContext, "config">, cwd: string): string | null {
  try {
    return locateWorkspaceOrRefuse(context, { typed: null, cwd }).id;
  } catch {
    return null;
  }
}
