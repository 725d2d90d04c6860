// Starting an agent's process: found, prepared, committed, spawned, in this order, so that a run starts at most once.
import { stat } from "node:fs/promises";
import { type DeliveredPrompt, type Driver, filesDirOf, type LaunchContext, unfitValue } from "../../agents/index.ts";
import { closeTurn, type EventBody, type QueuedPrompt, SkeinError, spentIn } from "../../core/index.ts";
import type { RunRecord } from "../../log/index.ts";
import { isCode, messageOf } from "../../system/index.ts";
import { byDaemon, type SessionContext } from "../session-context.ts";
import { attach } from "./attach.ts";
import { checkpointBefore } from "./checkpoint.ts";
import { delivery, withdrawn } from "./delivery.ts";
import { addEnding } from "./ending.ts";
import { materializePrompt } from "./materialize-prompt.ts";
import { outgoing } from "./outgoing.ts";

/** A one-shot agent is started with its prompt: starting it is delivering the prompt. */
export async function startRun(context: SessionContext, prompt: QueuedPrompt): Promise<void> {
  const { deps, state } = context;
  const { unresumable } = state.binding;
  if (unresumable !== null) {
    const message = `The agent can't resume this conversation: ${unresumable}.`;
    return failStart(context, message, "start a new session: skein new");
  }
  const driver = deps.registry.get(state.lifecycle.agent);
  if (!driver) return failStart(context, `The agent "${state.lifecycle.agent}" is not known here.`);
  const found = await findAgentProgram(context, driver);
  if (!found) return;
  const { launchContext, isOwn } = found;
  const { fork } = launchContext;
  if (fork && (driver.capabilities.fork === "whole" || fork.mark === null) && hasGoneOn(context)) {
    const message = `${driver.title} can fork a conversation only as it is now, and it has continued since this fork was made.`;
    return failStart(context, message, "fork the session again: skein fork");
  }
  const unfit = unfitValue(driver, launchContext);
  if (unfit !== null)
    return failStart(context, `The agent was not started: ${unfit}`, "start a new session: skein new");
  const { run, cwd, env } = launchContext;
  const launch = driver.launch(launchContext);
  if (launch.refused) return failStart(context, launch.refused.message, launch.refused.hint);
  const nativeFiles = driver.nativeFiles(launchContext);
  const isOneshot = driver.transport === "oneshot";
  const dir = deps.runDir(run);
  let asked: DeliveredPrompt | null = null;
  if (isOneshot) {
    const prepared = await materializePrompt(deps.log, dir, prompt);
    if ("lost" in prepared) return context.commit([withdrawn(prompt, prepared.lost)]);
    asked = prepared.prompt;
  }
  const stdin = asked
    ? { kind: "file" as const, bytes: Buffer.from(driver.stdin(asked)) }
    : { kind: "stream" as const };
  try {
    const session = { id: context.id, name: context.state.lifecycle.name };
    await deps.keeper.prepare({ run, dir, argv: launch.argv, cwd, env: { ...env, ...launch.env }, stdin, session });
  } catch (error) {
    return failStart(context, `The agent could not be started: ${messageOf(error)}`);
  }
  const opening = driver.open(launchContext, asked);
  const out = outgoing(deps.log, opening.writes);
  if ("why" in out) return failStart(context, `The agent could not be started: ${out.why}.`);
  const { bytes } = out;
  const record: RunRecord = {
    run,
    session: context.id,
    agent: driver.id,
    outOffset: 0,
    inOffset: bytes.length,
    protocol: opening.state,
  };
  const started: EventBody[] = [
    {
      type: "agent_start",
      by: byDaemon,
      data: {
        run,
        agent: driver.id,
        resume: launchContext.nativeId,
        transport: driver.transport,
        ...(launchContext.fork ? { fork: launchContext.fork.nativeId } : {}),
        program: launchContext.executable,
        ...(nativeFiles === null ? {} : { nativeFiles }),
        ...(isOwn ? { hasOwnEnvironment: true } : {}),
      },
    },
  ];
  if (launch.withheld !== undefined)
    started.push({ type: "notice", by: byDaemon, data: { kind: "directory_not_trusted", text: launch.withheld } });
  if (isOneshot) {
    const turn = `t${state.turn.count + 1}`;
    started.push(
      ...(await checkpointBefore(context, turn)),
      ...delivery(state, prompt, { turn, at: deps.clock.now() }),
    );
  }
  await context.commit(started, { run: record, ...(bytes.length > 0 ? { outbox: [{ run, offset: 0, bytes }] } : {}) });
  try {
    await attach(context, record, driver, { isNew: true });
  } catch (error) {
    if (!isRefusedStart(error)) throw error;
    await recordRefusedStart(context, run, error);
  }
}

/** Whether the system would refuse it again; temporary shortages are retried. */
const isRefusedStart = (error: unknown): error is SkeinError =>
  error instanceof SkeinError &&
  error.code === "keeper_not_started" &&
  !isCode(error.cause, "EAGAIN", "ENOMEM", "EMFILE", "ENFILE");

async function recordRefusedStart(context: SessionContext, run: string, { message }: SkeinError): Promise<void> {
  const { deps, state, id: session } = context;
  const draft = context.draft();
  draft.add(...closeTurn(state, { reason: "failed", error: message, at: draft.at, by: byDaemon, session }));
  const exit = { kind: "unstarted" as const };
  addEnding(draft, { run, exit, isStopping: false, isOneshot: false, stderr: "", left: [], session });
  const data = { code: "start_failed", message, hint: "send a prompt to try again" };
  await context.commit(draft.add({ type: "error", by: byDaemon, data }), { endedRun: run });
  await deps.keeper
    .remove(deps.runDir(run))
    .catch((error) => deps.report(`the files of run ${run} can't be removed; the next daemon tries`, error));
}

/** Whether a fork's base has had more turns: the first prompt of a fork may come long after the fork. */
function hasGoneOn({ deps, state }: SessionContext): boolean {
  const { fork } = state.lifecycle;
  const source = fork ? deps.log.summary(fork.session) : null;
  return fork !== null && source !== null && `t${source.turns}` !== fork.turn;
}

interface Found {
  launchContext: LaunchContext;
  /** Whether the environment was stored for the session. */
  isOwn: boolean;
}

/** Everything that a launch needs, or null after reporting what is missing. */
async function findAgentProgram(context: SessionContext, driver: Driver): Promise<Found | null> {
  const { deps, state } = context;
  const { variables: env, isOwn } = await deps.environmentOf(context.id, {
    hadOwn: state.binding.hasOwnEnvironment === true,
  });
  const installation = await driver.find(env);
  if (installation.kind === "missing") {
    const message = `${driver.title} is not installed (looked for ${installation.tried.join(", ")}).`;
    await failStart(context, message, installation.install);
    return null;
  }
  const cwd = state.lifecycle.workspace?.path ?? "";
  if (!(await isDirectory(cwd))) {
    await failStart(context, `The session's directory ${cwd} is gone.`, "restore it, then send a prompt");
    return null;
  }
  const run = deps.newId();
  const launchContext = {
    run,
    nativeId: state.binding.nativeId,
    fork: state.binding.nativeId === null ? state.binding.fork : null,
    spent: spentIn(state),
    newNativeId: deps.newId(),
    executable: installation.path,
    mode: state.setting.mode,
    model: state.setting.model,
    cwd,
    isTrusted: deps.isTrusted(cwd),
    env,
    stateDir: deps.agentDir(driver.id),
    filesDir: filesDirOf(deps.runDir(run)),
  };
  return { launchContext, isOwn };
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function failStart(context: SessionContext, message: string, hint?: string): Promise<void> {
  const data = { code: "start_failed", message, ...(hint === undefined ? {} : { hint }) };
  await context.commit([{ type: "error", by: byDaemon, data }]);
}
