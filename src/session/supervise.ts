// The life of a session's agent process: start, attach (also after a crash of the daemon), stop, and the end as an event.
import { stat } from "node:fs/promises";
import { type Driver, type LaunchContext, LineSplitter, type RunExit } from "../agents/index.ts";
import { type AgentExitOutcome, closePermissions, closeTurn, type EventBody, isCrashLoop } from "../core/index.ts";
import type { RunRecord } from "../log/index.ts";
import { type Attachment, byDaemon, type Desk, postLater } from "./desk.ts";
import { takeRest, wantOutput } from "./ingest.ts";
import { stopRun } from "./stop-run.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const INTERRUPT_PATIENCE_MS = 10_000;
const STDERR_TAIL_BYTES = 4096;

/** Commits the run before anything is spawned: whatever happens then, this run starts at most once. */
export async function startRun(desk: Desk): Promise<void> {
  const { around, state } = desk;
  const driver = around.registry.get(state.lifecycle.agent);
  if (!driver) return failStart(desk, `The agent "${state.lifecycle.agent}" is not known here.`);
  const env = await around.environmentOf(desk.id);
  const installation = await driver.find(env);
  if (installation.kind === "missing") {
    return failStart(
      desk,
      `${driver.title} is not installed (looked for ${installation.tried.join(", ")}).`,
      installation.install,
    );
  }
  const cwd = state.lifecycle.workspace?.path ?? "";
  if (!(await isDirectory(cwd)))
    return failStart(desk, `The session's directory ${cwd} is gone.`, "bring it back, then send a prompt");
  const context: LaunchContext = {
    run: around.newId(),
    nativeId: state.binding.nativeId,
    newNativeId: around.newId(),
    cwd,
    env,
    stateDir: around.agentDir(driver.id),
  };
  const { run } = context;
  const launch = driver.launch(context);
  const dir = around.runDir(run);
  try {
    await around.keeper.prepare({
      run,
      dir,
      argv: launch.argv,
      cwd: context.cwd,
      env: { ...env, ...launch.env },
      stdin: { kind: "stream" },
    });
  } catch (error) {
    return failStart(desk, `The agent could not be started: ${error instanceof Error ? error.message : String(error)}`);
  }
  const opening = driver.open(context);
  const bytes = Buffer.from(opening.writes.map((line) => `${line}\n`).join(""));
  const record = {
    run,
    session: desk.id,
    agent: driver.id,
    outOffset: 0,
    inOffset: bytes.length,
    protocol: opening.state,
  };
  const started: EventBody = {
    type: "agent_start",
    by: byDaemon,
    data: { run, agent: driver.id, resume: context.nativeId },
  };
  await desk.commit([started], { run: record, ...(bytes.length > 0 ? { outbox: [{ run, offset: 0, bytes }] } : {}) });
  await attach(desk, record, driver);
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function failStart(desk: Desk, message: string, hint?: string): Promise<void> {
  await desk.commit([
    { type: "error", by: byDaemon, data: { code: "start_failed", message, ...(hint === undefined ? {} : { hint }) } },
  ]);
}

/** Takes a run up where the log left it: completes what was being written to it, then reads on. */
export async function attach(desk: Desk, record: RunRecord, driver: Driver): Promise<void> {
  const { around } = desk;
  const run = await around.keeper.open({ run: record.run, dir: around.runDir(record.run) });
  const attachment: Attachment = {
    run,
    driver,
    splitter: new LineSplitter({ startOffset: record.outOffset, maxBytes: MAX_LINE_BYTES }),
    record,
    readOffset: record.outOffset,
    pending: { facts: [], writes: [], outOffset: record.outOffset, protocol: record.protocol },
    lastFlushMs: Number.NEGATIVE_INFINITY,
    isFlushTimed: false,
    isReadWanted: false,
    isStopping: false,
    timers: new Set(),
  };
  for (const entry of around.log.outbox(record.run))
    await run.write({ offset: entry.offset, bytes: Buffer.from(entry.bytes) });
  desk.attachment = attachment;
  attachment.timers.add(run.onOutput(() => wantOutput(desk, attachment)));
  void run.exited.then((exit) => desk.post((later) => takeExit(later, attachment, exit)));
  if (desk.state.turn.open?.interrupt === "sent") expectInterrupt(desk, attachment);
  wantOutput(desk, attachment);
}

/** A run whose files are gone: nobody can say how it ended. */
export async function recordLost(desk: Desk, run: string): Promise<void> {
  await desk.commit(endingOf(desk, { run, exit: { kind: "lost" }, isStopping: false, stderr: "" }), { endedRun: run });
}

/** An agent that does not end its turn after an interrupt is stopped. */
export function expectInterrupt(desk: Desk, attachment: Attachment): void {
  const turn = desk.state.turn.open?.turn;
  postLater(desk, attachment, INTERRUPT_PATIENCE_MS, async (later) => {
    if (later.state.turn.open?.turn === turn) stopRun(later);
  });
}

async function takeExit(desk: Desk, attachment: Attachment, exit: RunExit): Promise<void> {
  if (desk.attachment !== attachment) return;
  const { run, record, isStopping } = attachment;
  await run.sweep();
  await takeRest(desk, attachment);
  const stderr = await run.stderrTail(STDERR_TAIL_BYTES);
  await desk.commit(endingOf(desk, { run: record.run, exit, isStopping, stderr }), { endedRun: record.run });
  release(desk, attachment);
  await desk.around.keeper.remove(run.dir);
}

/** Lets go of the process without touching it. */
export function release(desk: Desk, attachment: Attachment): void {
  for (const cancel of attachment.timers) cancel();
  attachment.timers.clear();
  attachment.run.detach();
  if (desk.attachment === attachment) desk.attachment = null;
}

interface Ending {
  run: string;
  exit: RunExit;
  isStopping: boolean;
  stderr: string;
}

/** Everything that ends with a process: the turn and what was open in it, the process itself, and perhaps our patience. */
function endingOf(desk: Desk, { run, exit, isStopping, stderr }: Ending): EventBody[] {
  const { state, around } = desk;
  const at = around.clock.now();
  const isWanted = isStopping || state.binding.run?.phase === "stopping" || state.turn.open?.interrupt === "sent";
  const outcome = outcomeOf(exit, isWanted);
  const text = sentenceFor(outcome, exit);
  const reason = outcome === "crashed" || outcome === "exited" ? "failed" : "interrupted";
  const died = reason === "failed" ? { error: `${text} before it had ended the turn` } : {};
  const events: EventBody[] = [
    ...closeTurn(state, { reason, ...died, at, by: byDaemon }),
    ...(state.turn.open ? [] : closePermissions(state, text, byDaemon)),
    {
      type: "agent_exit",
      by: byDaemon,
      data: {
        run,
        outcome,
        code: exit.kind === "exited" ? exit.code : null,
        signal: exit.kind === "signaled" ? exit.signal : null,
        text,
        ...(stderr === "" ? {} : { stderr }),
      },
    },
  ];
  const wouldRestart = state.prompt.queue.length > 0 && outcome !== "stopped";
  if (wouldRestart && isCrashLoop(state.binding, at)) {
    const message = `The agent died three times in five minutes; it is not started again by itself. Last words: ${lastLine(stderr) || text}`;
    events.push({
      type: "error",
      by: byDaemon,
      data: { code: "crash_loop", message, hint: "send a prompt to try again" },
    });
  }
  return events;
}

function outcomeOf(exit: RunExit, isWanted: boolean): AgentExitOutcome {
  if (isWanted) return "stopped";
  if (exit.kind === "lost" || exit.kind === "unstarted") return "lost";
  return exit.kind === "exited" && exit.code === 0 ? "exited" : "crashed";
}

function sentenceFor(outcome: AgentExitOutcome, exit: RunExit): string {
  if (outcome === "stopped") return "the agent was stopped";
  if (exit.kind === "lost") return "the agent is gone, and nobody saw how it ended";
  if (exit.kind === "unstarted") return "the agent was never started";
  if (exit.kind === "signaled") return `the agent was killed by ${exit.signal}`;
  return exit.code === 0 ? "the agent ended" : `the agent died with exit code ${exit.code}`;
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
