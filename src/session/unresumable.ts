// Whether an agent's own conversation, as named in an imported file, may be resumed here.
import { isId } from "../agents/index.ts";
import { type SessionState, tookPlaceIn } from "../core/index.ts";
import type { Log } from "../log/index.ts";
import type { SessionDependencies } from "./dependencies.ts";

/** Why not, as the end of a sentence; null if the agent may try, or has no conversation yet. */
export function whyUnresumable(
  { log, registry }: Pick<SessionDependencies, "log" | "registry">,
  session: string,
  { binding, lifecycle }: SessionState,
): string | null {
  const { nativeId, fork } = binding;
  const { external } = lifecycle;
  if (nativeId === null && external) return tookPlaceIn(external);
  if (nativeId === null) return fork === null ? null : "it would fork a conversation that is not its own";
  const driver = registry.get(lifecycle.agent);
  if (driver && !isId(driver.ids.conversation, nativeId))
    return `the file calls it ${JSON.stringify(nativeId.slice(0, 80))}, which is not an id of ${driver.title}`;
  return whyAnothers(log, session, { agent: lifecycle.agent, nativeId });
}

/** Why a session may not use this conversation, as the end of a sentence; null if no other session has it. */
export function whyAnothers(
  log: Pick<Log, "sessionOfNative">,
  session: string,
  { agent, nativeId }: { agent: string; nativeId: string },
): string | null {
  const holder = log.sessionOfNative(agent, nativeId);
  return holder === null || holder === session ? null : `it belongs to session ${holder}`;
}
