// Another environment for a session's agent, from its next process on.
import type { EnvironmentAnswer } from "../protocol/index.ts";
import type { Session } from "../session/index.ts";
import type { DaemonContext } from "./context.ts";

/** Whether one was kept for it. */
export const hadOwnEnvironment = (session: Session | null): boolean =>
  session?.state.binding.hasOwnEnvironment === true;

/** Whoever calls this knows that a person wants it. */
export async function renewEnvironment(
  context: DaemonContext,
  session: string,
  env: Readonly<Record<string, string>>,
): Promise<EnvironmentAnswer> {
  // Of one that can't be read everything is another one.
  const known = { hadOwn: hadOwnEnvironment(context.sessions.get(session)) };
  const differs = await context.environments.compare(session, env, known).catch(() => Object.keys(env).sort());
  await context.environments.keep(session, env);
  return environmentAnswer(context, session, differs);
}

export async function environmentAnswer(
  context: DaemonContext,
  session: string,
  differs: string[],
): Promise<EnvironmentAnswer> {
  const isRunning = (context.sessions.get(session)?.run ?? null) !== null;
  return { since: await context.environments.since(session), differs, isRunning };
}
