// The session that a request names, with its state loaded.
import type { Session } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import { Refusal } from "../refusal.ts";

export async function loadedSession(
  { sessions, log }: Pick<DaemonContext, "sessions" | "log">,
  id: string,
): Promise<Session> {
  const session = sessions.get(id);
  if (!session) throw sessionNotFound(id);
  await session.load();
  // A session that is being removed for good is still in memory.
  if (!log.summary(id)) throw sessionNotFound(id);
  return session;
}

export const sessionNotFound = (id: string): Refusal => new Refusal("session_not_found", `Session not found: "${id}"`);
