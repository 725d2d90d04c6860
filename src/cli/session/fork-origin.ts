// A fork's origin in a line: the base session and the last shared turn.
import { type Client, type ListedSession, ProblemError } from "../../client/index.ts";
import { displayName, shortId } from "../render/session-name.ts";

/** Null if the session is not a fork. */
export async function forkOrigin(client: Client, { fork }: Pick<ListedSession, "fork">): Promise<string | null> {
  if (!fork) return null;
  const after = fork.turn === null ? "" : ` after ${fork.turn}`;
  return `forked from ${await nameOf(client, fork.session)}${after}`;
}

async function nameOf(client: Client, id: string): Promise<string> {
  try {
    return displayName((await client.session(id)).session);
  } catch (error) {
    if (error instanceof ProblemError && error.code === "session_not_found") return shortId(id);
    throw error;
  }
}
