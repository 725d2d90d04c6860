// When something was last done in a session, by a person or by its agent.
import type { ListedSession } from "../../client/index.ts";

const fresh: ReadonlySet<string> = new Set(["running", "starting", "waiting", "error"]);

/** What an agent does counts as long as it works, and until somebody has seen how that ended; what Skein does to a session at rest does not. */
export function activeAt({ status, reason, lastActiveAt, updatedAt }: ListedSession): string {
  const isFresh = fresh.has(status) || reason.code === "background";
  return isFresh && Date.parse(updatedAt) > Date.parse(lastActiveAt) ? updatedAt : lastActiveAt;
}

export const newestFirst = (sessions: readonly ListedSession[]): ListedSession[] =>
  sessions.toSorted((a, b) => Date.parse(activeAt(b)) - Date.parse(activeAt(a)));
