// When a session was last active, by a person or by its agent.
import type { ListedSession } from "../../client/index.ts";

const fresh: ReadonlySet<string> = new Set(["running", "starting", "waiting", "error"]);

/** The agent's activity counts while it works, and until someone has read the result; what Skein does to an idle session does not count. */
export function activeAt({ status, reason, lastActiveAt, updatedAt }: ListedSession): string {
  const isFresh = fresh.has(status) || reason.code === "background";
  return isFresh && Date.parse(updatedAt) > Date.parse(lastActiveAt) ? updatedAt : lastActiveAt;
}

export const newestFirst = (sessions: readonly ListedSession[]): ListedSession[] =>
  sessions.toSorted((a, b) => Date.parse(activeAt(b)) - Date.parse(activeAt(a)));
