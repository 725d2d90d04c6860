// What a file says of its session, as it may hold here: this machine's own name for its directory, and a name that people could have given.
import { resolve } from "node:path";
import type { SessionState, WorkspaceRef } from "../../core/index.ts";
import { sessionName } from "../../protocol/index.ts";
import { locateWorkspace, workspaceId } from "../../workspace/index.ts";
import { Refusal } from "../refusal.ts";

/** Of Linux: no program could be started in a longer one. */
const MAX_PATH_LENGTH = 4096;
const AGENT = /^\w[\w.-]{0,63}$/;

/** Throws when it is nothing that Skein could have written. */
export function arrivalIn({ lifecycle }: SessionState): { workspace: WorkspaceRef; name: string | null } {
  const { agent, workspace, name } = lifecycle;
  if (!AGENT.test(agent)) throw impossible(`its agent is called ${quoted(agent)}`);
  return {
    workspace: workspaceHere(workspace?.path ?? ""),
    name: name === null ? null : (sessionName.safeParse(name).data ?? null),
  };
}

/** Whatever identity the file claims for it: rules of a directory hold in that directory and nowhere else. */
function workspaceHere(path: string): WorkspaceRef {
  if (!path.startsWith("/") || path.includes("\0") || path.length > MAX_PATH_LENGTH)
    throw impossible(`its directory is ${quoted(path)}, which is not an absolute path`);
  const located = locateWorkspace({ typed: path, cwd: "/", projectRoots: [] });
  if (located.kind === "found") return located.workspace;
  // It is not here, or not yet.
  return { id: workspaceId(resolve(path)), path: resolve(path) };
}

const impossible = (why: string): Refusal =>
  new Refusal("invalid_import", `The session can't be imported: ${why}. Nothing was imported.`);

const MAX_SHOWN_LENGTH = 80;
const quoted = (text: string): string => JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH));
