// Starting an agent's process: found, prepared, committed, spawned, in this order, so that a run starts at most once.
import { stat } from "node:fs/promises";
import { type DeliveredPrompt, type Driver, filesDirOf, type LaunchContext, unfitValue } from "../agents/index.ts";
import { closeTurn, type EventBody, type QueuedPrompt, SkeinError, spentIn } from "../core/index.ts";
import type { RunRecord } from "../log/index.ts";
import { attach } from "./attach.ts";
import { delivery, withdrawn } from "./delivery.ts";
import { byDaemon, type Desk } from "./desk.ts";
import { addEnding } from "./ending.ts";
import { handover } from "./handover.ts";
import { outgoing } from "./outgoing.ts";

/** A one-shot agent is started with its prompt: starting it is delivering the prompt. */
export async function startRun(desk: Desk, prompt: QueuedPrompt): Promise<void> {
  const { around, state } = desk;
  const driver = around.registry.get(state.lifecycle.agent);
  if (!driver) return failStart(desk, `The agent "${state.lifecycle.agent}" is not known here.`);
  const { unresumable } = state.binding;
  if (unresumable !== null) {
    const message = `The agent can't go on with this conversation: ${unresumable}.`;
    return failStart(desk, message, "start another session: skein new");
  }
  const found = await findProgram(desk, driver);
  if (!found) return;
  const { context, isOwn } = found;
  const { fork } = context;
  if (fork && (driver.capabilities.fork === "whole" || fork.mark === null) && hasGoneOn(desk)) {
    const message = `${driver.title} can branch off a conversation only as it stands, and it has gone on since this fork was made.`;
    return failStart(desk, message, "fork the session again: skein fork");
  }
  const unfit = unfitValue(driver, context);
  if (unfit !== null) return failStart(desk, `The agent was not started: ${unfit}`, "start another session: skein new");
  const { run, cwd, env } = context;
  const launch = driver.launch(context);
  const nativeFiles = driver.nativeFiles(context);
  const isOneshot = driver.transport === "oneshot";
  const dir = around.runDir(run);
  let asked: DeliveredPrompt | null = null;
  if (isOneshot) {
    const handed = await handover(around.log, dir, prompt);
    if ("lost" in handed) return desk.commit([withdrawn(prompt, handed.lost)]);
    asked = handed.prompt;
  }
  const stdin = asked
    ? { kind: "file" as const, bytes: Buffer.from(driver.stdin(asked)) }
    : { kind: "stream" as const };
  try {
    const session = { id: desk.id, name: desk.state.lifecycle.name };
    await around.keeper.prepare({ run, dir, argv: launch.argv, cwd, env: { ...env, ...launch.env }, stdin, session });
  } catch (error) {
    return failStart(desk, `The agent could not be started: ${error instanceof Error ? error.message : String(error)}`);
  }
  const opening = driver.open(context, asked);
  const out = outgoing(around.log, opening.writes);
  if ("why" in out) return failStart(desk, `The agent could not be started: ${out.why}.`);
  const { bytes } = out;
  const record: RunRecord = {
    run,
    session: desk.id,
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
        resume: context.nativeId,
        transport: driver.transport,
        ...(context.fork ? { fork: context.fork.nativeId } : {}),
        program: context.executable,
        ...(nativeFiles === null ? {} : { nativeFiles }),
        ...(isOwn ? { hasOwnEnvironment: true } : {}),
      },
    },
  ];
  if (isOneshot) started.push(...delivery(state, prompt, { turn: `t${state.turn.count + 1}`, at: around.clock.now() }));
  await desk.commit(started, { run: record, ...(bytes.length > 0 ? { outbox: [{ run, offset: 0, bytes }] } : {}) });
  try {
    await attach(desk, record, driver, { isNew: true });
  } catch (error) {
    if (!isRefusedStart(error)) throw error;
    await recordRefusedStart(desk, run, error);
  }
}

/** The system would refuse it again; what it lacks for the moment is waited for. */
const isRefusedStart = (error: unknown): error is SkeinError =>
  error instanceof SkeinError &&
  error.code === "keeper_not_started" &&
  !["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"].includes((error.cause as NodeJS.ErrnoException).code ?? "");

async function recordRefusedStart(desk: Desk, run: string, { message }: SkeinError): Promise<void> {
  const { around, state, id: session } = desk;
  const draft = desk.draft();
  draft.add(...closeTurn(state, { reason: "failed", error: message, at: draft.at, by: byDaemon, session }));
  const exit = { kind: "unstarted" as const };
  addEnding(draft, { run, exit, isStopping: false, isOneshot: false, stderr: "", left: [], session });
  const data = { code: "start_failed", message, hint: "send a prompt to try again" };
  await desk.commit(draft.add({ type: "error", by: byDaemon, data }), { endedRun: run });
  await around.keeper
    .remove(around.runDir(run))
    .catch((error) => around.report(`the files of run ${run} can't be removed; the next daemon tries`, error));
}

/** Whether the session that a fork stands on has had more turns: the first prompt of a fork may come long after it was made. */
function hasGoneOn({ around, state }: Desk): boolean {
  const { fork } = state.lifecycle;
  const source = fork ? around.log.summary(fork.session) : null;
  return fork !== null && source !== null && `t${source.turns}` !== fork.turn;
}

interface Found {
  context: LaunchContext;
  /** The environment in it was kept for the session. */
  isOwn: boolean;
}

/** Everything that a launch needs, or null after what is missing was said. */
async function findProgram(desk: Desk, driver: Driver): Promise<Found | null> {
  const { around, state } = desk;
  const { variables: env, isOwn } = await around.environmentOf(desk.id, {
    hadOwn: state.binding.hasOwnEnvironment === true,
  });
  const installation = await driver.find(env);
  if (installation.kind === "missing") {
    const message = `${driver.title} is not installed (looked for ${installation.tried.join(", ")}).`;
    await failStart(desk, message, installation.install);
    return null;
  }
  const cwd = state.lifecycle.workspace?.path ?? "";
  if (!(await isDirectory(cwd))) {
    await failStart(desk, `The session's directory ${cwd} is gone.`, "bring it back, then send a prompt");
    return null;
  }
  const run = around.newId();
  const context = {
    run,
    nativeId: state.binding.nativeId,
    fork: state.binding.nativeId === null ? state.binding.fork : null,
    spent: spentIn(state),
    newNativeId: around.newId(),
    executable: installation.path,
    mode: state.setting.mode,
    model: state.setting.model,
    cwd,
    env,
    stateDir: around.agentDir(driver.id),
    filesDir: filesDirOf(around.runDir(run)),
  };
  return { context, isOwn };
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function failStart(desk: Desk, message: string, hint?: string): Promise<void> {
  const data = { code: "start_failed", message, ...(hint === undefined ? {} : { hint }) };
  await desk.commit([{ type: "error", by: byDaemon, data }]);
}
