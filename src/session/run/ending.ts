// The end of an agent's process, as events: the turn and what was open in it, how the process ended, and whether it may be started again.
import type { Driver, Fact, RunExit } from "../../agents/index.ts";
import {
  type AgentExitOutcome,
  byteSize,
  closePermissions,
  closeTasks,
  closeTurn,
  type EventBody,
  isCrashLoop,
  lastLine,
  type SessionState,
} from "../../core/index.ts";
import type { Draft } from "../draft.ts";
import { type AttachedRun, byDaemon, release, type SessionContext } from "../session-context.ts";
import { misreadEnd } from "./driver-fault.ts";
import { addFacts } from "./facts-to-events.ts";
import { consumeRest } from "./ingest.ts";
import { recordNotedKill } from "./unrecorded-kill.ts";

const STDERR_TAIL_BYTES = 4096;

/** Ends a run that can't be re-attached (its files or its agent's settings are gone): kills its processes and records that. */
export async function abandon(context: SessionContext, run: string, { isStopping = false } = {}): Promise<void> {
  const { left } = await context.deps.keeper.sweep(run);
  const ending = {
    run,
    exit: { kind: "lost" as const },
    isStopping,
    isOneshot: false,
    stderr: "",
    left,
    session: context.id,
  };
  await context.commit(addEnding(context.draft(), ending), { endedRun: run });
}

/** Reads the rest of the process's output, and only then records its end. */
export async function handleExit(context: SessionContext, attachedRun: AttachedRun, exit: RunExit): Promise<void> {
  if (context.attachedRun !== attachedRun) return;
  const { run, record, stopped, driver } = attachedRun;
  const isStopping = stopped !== null;
  // Only the one who stopped it knows all of its processes: the marker of another user's process can't be read.
  const left = [...new Set([...((await stopped) ?? []), ...(await run.sweep()).left])];
  await consumeRest(context, attachedRun);
  // A command that could not reach this daemon may have ended it.
  await recordNotedKill(context, record.run);
  const stderr = await run.stderrTail(STDERR_TAIL_BYTES).catch(() => "");
  const isOneshot = driver.transport === "oneshot";
  const ending = { run: record.run, exit, isStopping, isOneshot, stderr, left, session: context.id };
  const dropped = await run.stderrDropped().catch(() => 0);
  const draft = context.draft();
  addMeaning(draft, ending, { driver, protocol: attachedRun.pending.protocol });
  addEnding(draft, ending).add(...toldOfDropped(dropped));
  await context.commit(draft, { endedRun: record.run });
  release(context, attachedRun);
  await context.deps.keeper
    .remove(run.dir)
    .catch((error) =>
      context.deps.report(`the files of run ${record.run} can't be removed; the next daemon tries`, error),
    );
}

interface Ending {
  run: string;
  exit: RunExit;
  /** This daemon is stopping it. */
  isStopping: boolean;
  isOneshot: boolean;
  stderr: string;
  /** The pids of its processes that could not be ended. */
  left: readonly number[];
  /** The session's id. */
  session?: string;
}

interface Reading {
  driver: Driver;
  protocol: unknown;
}

/** What only the driver can tell from an end: a refused login, a lost conversation. */
function addMeaning(draft: Draft, ending: Ending, { driver, protocol }: Reading): void {
  const { run, exit, stderr, session } = ending;
  const code = exit.kind === "exited" ? exit.code : null;
  const facts = factsOf(() => driver.ended(protocol, { code, stderr, isStopped: isWanted(draft.state, ending) }));
  const by = { kind: "agent", name: driver.id } as const;
  addFacts(draft, facts, { run, by, policy: null, ...(session ? { session } : {}) });
}

/** A driver that throws does not prevent the record of an end. */
function factsOf(ask: () => Fact[]): Fact[] {
  try {
    return ask();
  } catch (error) {
    return [misreadEnd(error)];
  }
}

/** How a run's end appears in the log. */
export function addEnding(draft: Draft, ending: Ending): Draft {
  const { state, at } = draft;
  const { run, exit, stderr, left, session } = ending;
  const outcome = outcomeOf(state, ending);
  const text = sentenceFor(outcome, exit);
  const reason = outcome === "crashed" || outcome === "exited" ? "failed" : "interrupted";
  const why = state.lifecycle.failure?.message ?? `${text} before the end of the turn`;
  // Background tasks end with the process: they end first, then the turn with what is left.
  const { state: rest } = draft.add(...closeTasks(state, { at, by: byDaemon }));
  return draft.add(
    ...closeTurn(rest, { reason, error: reason === "failed" ? why : undefined, at, by: byDaemon, session }),
    ...(state.turn.open ? [] : closePermissions(rest, text, byDaemon)),
    {
      type: "agent_exit",
      by: byDaemon,
      data: {
        run,
        outcome,
        code: exit.kind === "exited" ? exit.code : null,
        signal: exit.kind === "signaled" ? exit.signal : null,
        turn: state.turn.open?.turn ?? null,
        text,
        ...(stderr === "" ? {} : { stderr }),
        ...(left.length === 0 ? {} : { left: [...left] }),
      },
    },
    ...heldBack(state, ending, outcome),
    ...toldOf(left),
    ...(outcome === "lost" && exit.kind === "lost" && exit.isInDoubt ? [inDoubt] : []),
    ...lostPatience(state, { outcome, at, lastWords: lastLine(stderr) || text }),
  );
}

/** A prompt that may have run is not delivered again. */
const inDoubt: EventBody = {
  type: "error",
  by: byDaemon,
  data: {
    code: "run_in_doubt",
    message:
      "The agent's files no longer show that it was started; they may have been deleted while it ran. It was not started again, and it is unknown how far it got.",
    hint: "check what it did, then send a prompt",
  },
};

/** Prompts queued behind a crashed turn may depend on it: a person checks first. A one-shot process ends with its turn, so its end is not a crash. */
function heldBack({ turn, prompt }: SessionState, { exit, isOneshot }: Ending, outcome: AgentExitOutcome): EventBody[] {
  const isDeath = !["stopped", "rested"].includes(outcome) && !(isOneshot && exit.kind === "exited");
  if (!turn.open || !isDeath || prompt.paused || prompt.queue.length === 0) return [];
  return [{ type: "queue_paused", by: byDaemon, data: { paused: true } }];
}

/** People can end processes that Skein may not. */
function toldOf(left: readonly number[]): EventBody[] {
  if (left.length === 0) return [];
  const what =
    left.length === 1 ? "1 process that the agent started" : `${left.length} processes that the agent started`;
  const text = `${what} could not be ended and may still run, as with another user's process (sudo): pid ${left.join(", ")}`;
  return [{ type: "notice", by: byDaemon, data: { kind: "processes_left", text } }];
}

function toldOfDropped(bytes: number): EventBody[] {
  if (bytes === 0) return [];
  const text = `the agent wrote more than ${byteSize(bytes)} to stderr; only the end was kept (limits.stderr_mb)`;
  return [{ type: "notice", by: byDaemon, data: { kind: "stderr_dropped", text } }];
}

/** An agent that would only crash again is not restarted. */
function lostPatience(
  { prompt, binding }: SessionState,
  { outcome, at, lastWords }: { outcome: AgentExitOutcome; at: string; lastWords: string },
): EventBody[] {
  const wouldRestart = prompt.queue.length > 0 && !binding.halted && outcome !== "stopped" && outcome !== "rested";
  if (!wouldRestart || !isCrashLoop(binding, at)) return [];
  const message = `The agent died three times in five minutes; it is not restarted automatically. Last words: ${lastWords}`;
  return [{ type: "error", by: byDaemon, data: { code: "crash_loop", message, hint: "send a prompt to try again" } }];
}

const isWanted = ({ binding, turn }: SessionState, { isStopping }: Ending): boolean =>
  isStopping || binding.run?.phase === "stopping" || turn.open?.interrupt === "sent";

function outcomeOf(state: SessionState, ending: Ending): AgentExitOutcome {
  const { exit, isOneshot } = ending;
  if (state.binding.run?.isParked) return "rested";
  if (isWanted(state, ending)) return "stopped";
  if (exit.kind === "lost" || exit.kind === "unstarted") return "lost";
  // Its exit code adds nothing to its last event.
  if (isOneshot && !state.turn.open) return "rested";
  return exit.kind === "exited" && exit.code === 0 ? "exited" : "crashed";
}

function sentenceFor(outcome: AgentExitOutcome, exit: RunExit): string {
  if (outcome === "stopped") return "the agent was stopped";
  if (outcome === "rested") return "the agent is parked until the next prompt";
  if (exit.kind === "lost") return "the agent process disappeared without an exit status";
  if (exit.kind === "unstarted") return "the agent was never started";
  if (exit.kind === "signaled") return `the agent was killed by ${exit.signal}`;
  return exit.code === 0 ? "the agent ended" : `the agent died with exit code ${exit.code}`;
}
