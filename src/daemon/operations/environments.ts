// The environment of a session's agent: compared by variable names, and renewed by people. A running process keeps the one that it has.
import { refuseChanged } from "../../core/index.ts";
import type { EnvironmentAnswer } from "../../protocol/index.ts";
import type { Session } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { refuse } from "../refusal.ts";

export const environmentHandlers = (
  context: DaemonContext,
): Pick<Handlers, "compareEnvironment" | "renewEnvironment"> => ({
  async compareEnvironment(call) {
    const session = await call.session();
    const hadOwn = hadOwnEnvironment(session);
    const differs = await context.environments.compare(session.id, call.body.env, { hadOwn });
    return environmentAnswer(context, session.id, differs);
  },

  async renewEnvironment(call) {
    const { id, state } = await call.session();
    const { env, expect } = call.body;
    const refusal = refuseChanged(state, expect);
    if (refusal) throw refuse(refusal.rejection);
    return renewEnvironment(context, id, env);
  },
});

/** Whether an environment was stored for the session. */
export const hadOwnEnvironment = (session: Session | null): boolean =>
  session?.state.binding.hasOwnEnvironment === true;

/** Call it only for a person. */
export async function renewEnvironment(
  context: DaemonContext,
  session: string,
  env: Readonly<Record<string, string>>,
): Promise<EnvironmentAnswer> {
  // If the stored one can't be read, every variable counts as different.
  const known = { hadOwn: hadOwnEnvironment(context.sessions.get(session)) };
  const differs = await context.environments.compare(session, env, known).catch(() => Object.keys(env).sort());
  await context.environments.keep(session, env);
  return environmentAnswer(context, session, differs);
}

async function environmentAnswer(
  context: DaemonContext,
  session: string,
  differs: string[],
): Promise<EnvironmentAnswer> {
  const isRunning = (context.sessions.get(session)?.run ?? null) !== null;
  return { since: await context.environments.since(session), differs, isRunning };
}
