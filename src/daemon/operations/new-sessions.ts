// New sessions: empty ones, forks, and replacements (`clear`); and `attach`, which opens a directory's session.
import type { WorkspaceRef } from "../../core/index.ts";
import type { AnswerOf, BodyOf } from "../../protocol/index.ts";
import type { NewSession, Result, Session } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import { isPersonCalling, type RequestCaller } from "../gate/gate.ts";
import type { Handlers } from "../http/call.ts";
import { answerOf } from "../http/command-answer.ts";
import { type Reply, withStatus } from "../http/reply.ts";
import { sessionNotFound } from "../http/session-of.ts";
import { Refusal } from "../refusal.ts";
import { hadOwnEnvironment, renewEnvironment } from "./environments.ts";
import { locateWorkspaceOrRefuse } from "./locate-workspace.ts";

export const newSessionHandlers = (context: DaemonContext): Pick<Handlers, "create" | "fork" | "attach" | "clear"> => ({
  async create(call) {
    const { body, envelope } = call;
    const { name = null, exactName = false } = body;
    const wanted = { ...envelope, ...(await newSession(context, body)), name, exactName };
    const result = await context.sessions.create(wanted);
    return opened(context, call, { result, env: body.env, workspace: wanted.workspace, created: true });
  },

  async fork(call) {
    const source = await call.session();
    const workspace = workspaceOf(source);
    const { at, name = null, exactName = false } = call.body;
    const turn = at ? turnName(at.turn) : null;
    const env = call.body.env ?? (await environmentOf(context, source));
    const wanted = { ...call.envelope, workspace, name, exactName, turn, hasOwnEnvironment: true };
    const result = await context.sessions.fork(source, wanted);
    return opened(context, call, { result, env, workspace, created: true });
  },

  async attach(call) {
    const { body, envelope } = call;
    const wanted = { ...envelope, ...(await newSession(context, body)), name: null };
    const { result, created } = await context.sessions.attach(wanted, body.agent ?? null);
    const env = body.keepsEnvironment && !created ? undefined : body.env;
    return opened(context, call, { result, env, workspace: wanted.workspace, created });
  },

  async clear(call) {
    const source = await call.session();
    const { agent, name } = source.state.lifecycle;
    const workspace = workspaceOf(source);
    const env = call.body.env ?? (await environmentOf(context, source));
    const wanted = { ...call.envelope, agent, workspace, name, hasOwnEnvironment: true };
    const result = await context.sessions.create({ ...wanted, after: source.id, settingsOf: source });
    return opened(context, call, { result, env, workspace, created: true });
  },
});

function workspaceOf(session: Session): WorkspaceRef {
  const { workspace } = session.state.lifecycle;
  if (!workspace) throw sessionNotFound(session.id);
  return workspace;
}

async function environmentOf({ environments }: DaemonContext, source: Session): Promise<Record<string, string>> {
  return (await environments.of(source.id, { hadOwn: hadOwnEnvironment(source) })).variables;
}

/** People type `3` for `t3`. */
const turnName = (typed: string): string => (/^\d+$/.test(typed) ? `t${typed}` : typed);

async function newSession(
  context: DaemonContext,
  body: BodyOf<"create" | "attach">,
): Promise<Pick<NewSession, "agent" | "workspace" | "hasOwnEnvironment">> {
  const workspace = locateWorkspaceOrRefuse(context, { typed: body.path ?? null, cwd: body.cwd });
  const agent =
    body.agent ?? context.config().defaultAgent ?? (await context.registry.defaultAgent(body.env ?? process.env)).id;
  if (!context.registry.get(agent)) {
    const known = context.registry.list().map((driver) => driver.id);
    throw new Refusal("agent_unknown", `There is no agent "${agent}"; known: ${known.join(", ")}.`, {
      allowed: known,
      agent,
    });
  }
  return { agent, workspace, hasOwnEnvironment: body.env !== undefined };
}

interface Opened {
  result: Result;
  env: Record<string, string> | undefined;
  workspace: WorkspaceRef;
  created: boolean;
}

async function opened(
  context: DaemonContext,
  { caller }: { caller: RequestCaller },
  { result, env, workspace, created }: Opened,
): Promise<Reply> {
  const answer = answerOf(result);
  const id = String(answer.session);
  // An environment decides which programs run, so only people may change that of an existing session.
  if (env && created && (answer.replayed !== true || (await lacksEnvironment(context, id))))
    await context.environments.keep(id, env);
  const renewed =
    env && !created && (await isPersonCalling(caller)) ? { environment: await renewEnvironment(context, id, env) } : {};
  const session = context.log.summary(id);
  if (!session) throw sessionNotFound(id);
  const place = { id: workspace.id, path: workspace.path };
  const whole: AnswerOf<"attach"> = { ...answer, session, workspace: place, created, ...renewed };
  return withStatus(created ? 201 : 200, whole);
}

/** Whether the session should have an environment of its own that was never written, because the daemon died. */
const lacksEnvironment = async ({ environments, sessions }: DaemonContext, id: string): Promise<boolean> => {
  const session = sessions.get(id);
  await session?.load();
  return hadOwnEnvironment(session) && (await environments.since(id)) === null;
};
