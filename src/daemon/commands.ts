// Commands: body → core command → durable → answer, the same way for each.
import type { Context, Hono } from "hono";
import {
  type Command,
  commandNameIn,
  commandNames,
  isModeSet,
  listsCommand,
  passesHeldQueue,
  type QueuedPrompt,
  type SessionState,
  type WorkspaceRef,
} from "../core/index.ts";
import { isStorageFault } from "../log/index.ts";
import { type BodyOf, type CommandRoute, routes } from "../protocol/index.ts";
import type { NewSession, Result, Session } from "../session/index.ts";
import { json, Refusal, refuse } from "./answer.ts";
import type { Operation } from "./caller/people.ts";
import type { DaemonContext } from "./context.ts";
import { locate } from "./locate.ts";
import { filesOf, refuseFiles } from "./prompt-files.ts";
import { hadOwnEnvironment, renewEnvironment } from "./renew-environment.ts";
import { callerOf, hashOf, readBody } from "./request.ts";

export function commandRoutes(app: Hono, context: DaemonContext): void {
  /** A command on a session that exists. */
  const onSession = <R extends CommandRoute>(
    route: R,
    toCommand: (body: BodyOf<R>, c: Context, session: Session) => Command,
  ): void => {
    app.on(routes[route].method, routes[route].path, async (c) => {
      refuseWhileDraining(context);
      const session = await sessionOf(context, c);
      const body = await readBody(c, route);
      const operation = operationIn(route, body);
      if (operation) await context.people.require(c, operation);
      const bodyHash = hashOf(c.req.path, session.id, body);
      const command = toCommand(body, c, session);
      refuseBeyondCapabilities(context, session, command);
      const order = { id: body.id, bodyHash, by: callerOf(c), command };
      const result = await session
        .order({ ...order, isForPeople: (state) => overtakes(command, state) })
        .catch((error) => Promise.reject(command.type === "interrupt" ? tellOfKill(error) : error));
      if (result.kind !== "for_people") return json(answerOf(result));
      if (command.type !== "prompt" || namesPlace(command)) {
        await context.people.require(c, "overtake");
        return json(answerOf(await session.order(order)));
      }
      const waitsInHeldQueue = !(await context.people.isPerson(c));
      return json(answerOf(await session.order({ ...order, command: { ...command, waitsInHeldQueue } })));
    });
  };

  onSession("prompt", ({ id, content, else: otherwise, place, ...how }, _, session) => ({
    type: "prompt",
    promptId: id,
    text: textOf(content),
    files: filesOf(context, content),
    ...how,
    otherwise,
    before: place?.before,
    canSteer: canSteer(context, session),
    couldBeCommand: couldBeCommand(context, session, textOf(content)),
    limits: context.limits(),
    queueLimit: queueLimit(context, session),
  }));
  onSession("editPrompt", ({ id: _, content, ...change }, c) => ({
    type: "edit_prompt",
    promptId: c.req.param("prompt") ?? "",
    ...change,
    text: content ? textOf(content) : undefined,
  }));
  onSession("withdrawPrompt", (_, c) => ({ type: "withdraw_prompt", promptId: c.req.param("prompt") ?? "" }));
  onSession("queue", ({ id: _, ...change }) => ({ type: "queue", ...change }));
  onSession("interrupt", ({ turn, clear }, _, session) => ({
    ...{ type: "interrupt", turn, clear },
    endsTasks: canStopTasks(context, session),
  }));
  onSession("archive", ({ value, force = false, expect }) =>
    value ? { type: "archive", stop: force, expect } : { type: "unarchive", expect },
  );
  onSession("trash", ({ id, batch = id, force = false, expect }) => ({
    ...{ type: "trash", batch, stop: force, expect },
    until: context.steadyTime.notBefore(TRASH_MS),
  }));
  onSession("restart", ({ expect }) => ({ type: "restart", expect }));
  onSession("stop", ({ expect }) => ({ type: "stop", reason: "killed", expect }));
  onSession("setMode", ({ value }) => ({ type: "set_mode", mode: value }));
  onSession("setModel", ({ value }) => ({ type: "set_model", model: value }));
  onSession("setLimits", ({ id: _, ...limits }) => ({ type: "set_limits", ...limits }));
  onSession("acknowledge", ({ seq }) => ({ type: "acknowledge", seq }));

  app.put(routes.rename.path, async (c) => {
    refuseWhileDraining(context);
    const session = await sessionOf(context, c);
    const { id, value } = await readBody(c, "rename");
    const bodyHash = hashOf(c.req.path, session.id, { id, value });
    return json(answerOf(await context.sessions.rename(session, { id, bodyHash, by: callerOf(c), name: value })));
  });

  app.post(routes.restore.path, async (c) => {
    refuseWhileDraining(context);
    const session = await sessionOf(context, c);
    const { id } = await readBody(c, "restore");
    const bodyHash = hashOf(c.req.path, session.id, { id });
    return json(answerOf(await context.sessions.restore(session, { id, bodyHash, by: callerOf(c) })));
  });

  app.post(routes.clear.path, async (c) => {
    refuseWhileDraining(context);
    const source = await sessionOf(context, c);
    const body = await readBody(c, "clear");
    const { agent, workspace, name } = source.state.lifecycle;
    if (!workspace) throw sessionNotFound(source.id);
    const bodyHash = hashOf(c.req.path, source.id, body);
    const env = body.env ?? (await environmentOf(context, source));
    const order = { id: body.id, bodyHash, by: callerOf(c) };
    const wanted = { ...order, agent, workspace, name, after: source.id, settingsOf: source, hasOwnEnvironment: true };
    const result = await context.sessions.create(wanted);
    return opened(context, c, { result, env, workspace, created: true });
  });

  app.post(routes.select.path, async (c) => {
    refuseWhileDraining(context);
    const session = await sessionOf(context, c);
    const { id } = await readBody(c, "select");
    const bodyHash = hashOf(c.req.path, session.id, { id });
    return json(answerOf(await context.sessions.select(session, { id, bodyHash, by: callerOf(c) })));
  });

  app.post(routes.create.path, async (c) => {
    refuseWhileDraining(context);
    const body = await readBody(c, "create");
    const { name = null, exactName = false } = body;
    const wanted = { ...(await newSession(context, c, { route: "create", body, name })), exactName };
    const result = await context.sessions.create(wanted);
    return opened(context, c, { result, env: body.env, workspace: wanted.workspace, created: true });
  });

  app.post(routes.fork.path, async (c) => {
    refuseWhileDraining(context);
    const source = await sessionOf(context, c);
    const { workspace } = source.state.lifecycle;
    if (!workspace) throw sessionNotFound(source.id);
    const body = await readBody(c, "fork");
    const { id, at, name = null, exactName = false } = body;
    const turn = at ? turnName(at.turn) : null;
    const bodyHash = hashOf(c.req.path, source.id, body);
    const env = body.env ?? (await environmentOf(context, source));
    const result = await context.sessions.fork(source, {
      id,
      bodyHash,
      by: callerOf(c),
      workspace,
      name,
      exactName,
      turn,
      hasOwnEnvironment: true,
    });
    return opened(context, c, { result, env, workspace, created: true });
  });

  app.post(routes.attach.path, async (c) => {
    refuseWhileDraining(context);
    const body = await readBody(c, "attach");
    const wanted = await newSession(context, c, { route: "attach", body, name: null });
    const { result, created } = await context.sessions.attach(wanted, body.agent ?? null);
    const env = body.keepsEnvironment && !created ? undefined : body.env;
    return opened(context, c, { result, env, workspace: wanted.workspace, created });
  });

  app.post(routes.drain.path, async (c) => {
    const { agents } = await readBody(c, "drain");
    return json(await context.drain.begin(agents), 202);
  });
}

async function environmentOf({ environments }: DaemonContext, source: Session): Promise<Record<string, string>> {
  return (await environments.of(source.id, { hadOwn: hadOwnEnvironment(source) })).variables;
}

/** An interrupt is said to the agent, which needs the log; ending its process does not. */
const tellOfKill = (error: unknown): unknown =>
  isStorageFault(error)
    ? new Refusal("fenced", `${error.message} Until then the agent stands still; skein kill ends its process now.`)
    : error;

/** What a body asks for that is for people, on a route that is for everybody. */
function operationIn(route: CommandRoute, body: object): Operation | null {
  const { clear, command } = body as Partial<BodyOf<"interrupt"> & BodyOf<"prompt">>;
  if (route === "interrupt" && clear) return "clearQueue";
  return route === "prompt" && command ? "sendCommand" : null;
}

/** Whether it puts a prompt before others, which is for people, too. */
const overtakes = (command: Command, state: SessionState): boolean =>
  command.type === "prompt" && (namesPlace(command) ? state.prompt.queue.length > 0 : passesHeldQueue(state, command));

/** Whether it asks to go before others, and not merely does where the queue is held. */
const namesPlace = ({ before, when }: Extract<Command, { type: "prompt" }>): boolean =>
  before !== undefined || when === "interrupt";

/** How long what was deleted can be brought back. */
const TRASH_MS = 7 * 24 * 60 * 60 * 1000;

/** `3` is what people type for `t3`. */
const turnName = (typed: string): string => (/^\d+$/.test(typed) ? `t${typed}` : typed);

const textOf = (content: BodyOf<"prompt">["content"]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** What is said for the session's agent goes before what is said for all. */
function queueLimit({ config }: DaemonContext, { state }: Session): number {
  const { limits, agents, tools } = config();
  const { agent } = state.lifecycle;
  return agents[agent]?.queuedPrompts ?? tools[agent]?.queuedPrompts ?? limits.queuedPrompts;
}

/** Whether the agent that runs, or would be started, takes words while it works. */
function canSteer({ registry }: DaemonContext, { state }: Session): boolean {
  const driver = registry.get(state.lifecycle.agent, state.binding.run?.transport);
  return driver !== null && driver.transport !== "oneshot" && driver.capabilities.steer;
}

/** Whether the agent that runs can be asked to end what it does in the background. */
function canStopTasks({ registry }: DaemonContext, { state }: Session): boolean {
  const driver = registry.get(state.lifecycle.agent, state.binding.run?.transport);
  return driver?.capabilities.tasks === "stoppable";
}

/** Whether a text names a command that the agent has, or may have as long as it has listed none. */
function couldBeCommand({ registry }: DaemonContext, { state }: Session, text: string): boolean {
  const { commands, run } = state.binding;
  const driver = registry.get(state.lifecycle.agent, run?.transport);
  if (!driver?.capabilities.commands || commandNameIn(text) === null) return false;
  return commands === null || listsCommand(commands, text);
}

export function refuseWhileDraining({ drain }: DaemonContext): void {
  if (drain.isDraining) throw new Refusal("draining", "The daemon is shutting down; ask again in a moment.");
}

/** What the agent can't honour is refused when it is asked for, with what it can. */
function refuseBeyondCapabilities({ registry }: DaemonContext, session: Session, command: Command): void {
  const driver = registry.get(session.state.lifecycle.agent);
  if (!driver) return;
  const { modes, models } = driver.capabilities;
  if (command.type === "prompt") refuseFiles(driver, command.files ?? []);
  refuseCommand({ registry, session }, command);
  const allowed = Object.keys(modes);
  const isTakenBack = command.type === "set_mode" && command.mode === null && isModeSet(session.state);
  if (isTakenBack && allowed.length > 0 && !driver.forgetsMode)
    throw new Refusal(
      "mode_unsupported",
      `${driver.title} keeps a mode that was set, and can't go back to its own; set another one: ${allowed.join(", ")}.`,
      { allowed },
    );
  if (command.type === "set_mode" && command.mode !== null && !Object.hasOwn(modes, command.mode)) {
    const known = allowed.length > 0 ? `it has: ${allowed.join(", ")}` : "it has none that can be set";
    throw new Refusal("mode_unsupported", `${driver.title} has no mode "${command.mode}"; ${known}.`, {
      allowed,
    });
  }
  if (command.type === "set_model" && !models) {
    throw new Refusal("capability_missing", `The model of ${driver.title} can't be set.`, { capability: "models" });
  }
}

/** A command of the agent's own must be one that it has listed; as long as it has listed none, its delivery tells. */
function refuseCommand(
  { registry, session }: Pick<DaemonContext, "registry"> & { session: Session },
  command: Command,
): void {
  const { lifecycle, binding, prompt } = session.state;
  const text = commandTextIn(command, prompt.queue);
  if (text === null) return;
  const driver = registry.get(lifecycle.agent, binding.run?.transport);
  if (driver && !driver.capabilities.commands)
    throw new Refusal("capability_missing", `${driver.title} takes no commands through Skein, only prompts.`, {
      capability: "commands",
    });
  const name = commandNameIn(text);
  if (name === null) throw new Refusal("command_unknown", 'A command is "/" and a name, and then its arguments.');
  if (binding.commands === null || listsCommand(binding.commands, text)) return;
  throw new Refusal("command_unknown", `${driver?.title ?? lifecycle.agent} lists no command /${name}.`, {
    allowed: commandNames(binding.commands),
  });
}

/** What would go to the agent as a command; null when nothing would. */
function commandTextIn(command: Command, queue: readonly QueuedPrompt[]): string | null {
  if (command.type === "prompt") return command.command ? command.text : null;
  if (command.type !== "edit_prompt" || command.text === undefined) return null;
  const edited = queue.find(({ promptId }) => promptId === command.promptId);
  return edited?.command ? command.text : null;
}

/** The session that a request names, with its state at hand. */
export async function sessionOf({ sessions, log }: DaemonContext, c: Context): Promise<Session> {
  const id = c.req.param("session") ?? "";
  const session = sessions.get(id);
  if (!session) throw sessionNotFound(id);
  await session.load();
  // While it is being removed for good it is still in memory.
  if (!log.summary(id)) throw sessionNotFound(id);
  return session;
}

export const sessionNotFound = (id: string): Refusal => new Refusal("session_not_found", `Session not found: "${id}"`);

const ONLY_IN_MEMORY =
  " (it could not be noted anywhere else either: if the daemon ends before, it may be forgotten, and what is queued goes to the agent)";

export function answerOf(result: Result): Record<string, unknown> {
  if (result.kind === "rejected") throw refuse(result.rejection);
  if (result.kind === "id_reused")
    throw new Refusal("id_reused", "This id was used for another command; make a new one.");
  if (result.kind === "for_people") throw new Refusal("self_approval", "A person must do this.");
  if (result.kind === "unrecorded")
    throw new Refusal(
      "fenced",
      `The agent's process was ended. That is not recorded yet, and will be as soon as the log can be written${result.isNoted ? "" : ONLY_IN_MEMORY}: ${result.cause.message}`,
      { ended: { left: result.left } },
    );
  return { ...result.answer, ...(result.isReplay ? { replayed: true } : {}) };
}

interface Wanted {
  route: "create" | "attach";
  body: BodyOf<"create" | "attach">;
  name: string | null;
}

async function newSession(context: DaemonContext, c: Context, { route, body, name }: Wanted): Promise<NewSession> {
  const workspace = locate(context, { typed: body.path ?? null, cwd: body.cwd });
  const agent =
    body.agent ?? context.config().defaultAgent ?? (await context.registry.defaultAgent(body.env ?? process.env)).id;
  if (!context.registry.get(agent)) {
    const known = context.registry.list().map((driver) => driver.id);
    throw new Refusal("agent_unknown", `There is no agent "${agent}"; known: ${known.join(", ")}.`, {
      allowed: known,
      agent,
    });
  }
  const order = { id: body.id, bodyHash: hashOf(route, "", body), by: callerOf(c) };
  return { ...order, agent, workspace, name, hasOwnEnvironment: body.env !== undefined };
}

interface Opened {
  result: Result;
  env: Record<string, string> | undefined;
  workspace: WorkspaceRef;
  created: boolean;
}

async function opened(
  context: DaemonContext,
  c: Context,
  { result, env, workspace, created }: Opened,
): Promise<Response> {
  const answer = answerOf(result);
  const id = String(answer.session);
  const isNew = created && answer.replayed !== true;
  // An environment decides which programs run. That of a session which was there before is changed by people alone.
  if (env && isNew) await context.environments.keep(id, env);
  const renewed =
    env && !isNew && (await context.people.isPerson(c))
      ? { environment: await renewEnvironment(context, id, env) }
      : {};
  const session = context.log.summary(id);
  return json(
    { ...answer, session, workspace: { id: workspace.id, path: workspace.path }, created, ...renewed },
    created ? 201 : 200,
  );
}
