// Attaching to a running agent process (also after a crash of the daemon), watching it, and detaching.
import { type Driver, revivePlaceholders } from "../../agents/index.ts";
import { background } from "../../core/index.ts";
import type { RunRecord } from "../../log/index.ts";
import { type AttachedRun, byDaemon, postLater, type SessionContext } from "../session-context.ts";
import { handleExit } from "./ending.ts";
import { endOwnTurn, requestOutput } from "./ingest.ts";
import { splitterAt } from "./long-line.ts";
import { stopAttachedRun } from "./stop-run.ts";
import { watchOwnTurn } from "./watch-own-turn.ts";
import { watchSettling } from "./watch-settling.ts";
import { watchSilence } from "./watch-silence.ts";

const INTERRUPT_TIMEOUT_MS = 10_000;
const HELD_BACK_TEXT = "the agent was paused until its output was read (limits.unread_output_mb)";

/** Attaches to a run where the log left it: completes the interrupted write to it, then continues reading. */
export async function attach(
  context: SessionContext,
  record: RunRecord,
  driver: Driver,
  { isNew = false } = {},
): Promise<void> {
  const { deps } = context;
  const protocol = driver.restore(revivePlaceholders(record.protocol));
  const known = isNew ? "new" : record.outOffset > 0 ? "heard" : "unheard";
  const run = await deps.keeper.open({ run: record.run, dir: deps.runDir(record.run), known });
  const attachedRun: AttachedRun = {
    run,
    driver,
    splitter: splitterAt(record.outOffset),
    record,
    readOffset: record.outOffset,
    pending: { facts: [], writes: [], outOffset: record.outOffset, protocol },
    longLine: null,
    isCut: false,
    isMisread: false,
    lastHeardMs: deps.clock.monotonicMs(),
    lastTextMs: Number.NEGATIVE_INFINITY,
    settlingSinceMs: null,
    quietSinceMs: deps.clock.monotonicMs(),
    isQuietTimed: false,
    isFlushTimed: false,
    isReadWanted: false,
    stopped: null,
    timers: new Set(),
    released: Promise.withResolvers(),
  };
  try {
    for (const entry of deps.log.outbox(record.run))
      await run.write({ offset: entry.offset, bytes: Buffer.from(entry.bytes) });
  } catch (error) {
    run.detach();
    throw error;
  }
  context.attachedRun = attachedRun;
  // It ended while no daemon ran (as all do at a reboot): nothing may be delivered to it any more.
  const exit = await Promise.race([run.exited, null]);
  if (exit) return handleExit(context, attachedRun, exit);
  attachedRun.timers.add(run.onOutput(() => requestOutput(context, attachedRun)));
  attachedRun.timers.add(run.onHeldBack((isFirst) => resumeOutput(context, attachedRun, isFirst)));
  const taken = run.exited.then((exit) => context.post((later) => handleExit(later, attachedRun, exit)));
  background(taken, (error) => deps.report(`it is unknown how run ${record.run} ended`, error));
  if (context.state.turn.open?.interrupt === "sent") expectInterrupt(context, attachedRun);
  watchSettling(context, attachedRun);
  watchOwnTurn(context, attachedRun, endOwnTurn);
  watchSilence(context, attachedRun);
  requestOutput(context, attachedRun);
}

/** Stops an agent that does not end its turn after an interrupt. */
export function expectInterrupt(context: SessionContext, attachedRun: AttachedRun): void {
  const turn = context.state.turn.open?.turn;
  if (turn === undefined) return;
  postLater(context, attachedRun, INTERRUPT_TIMEOUT_MS, async (later) => {
    if (later.state.turn.open?.turn === turn) stopAttachedRun(later);
  });
}

/** The keeper pauses an agent that has printed too much while nobody read; it continues once everything was read. Repeated until the agent continues; `isFirst` says that people were not told yet. */
function resumeOutput(context: SessionContext, attachedRun: AttachedRun, isFirst: boolean): void {
  context.post(async (later) => {
    if (later.attachedRun !== attachedRun || attachedRun.stopped) return;
    if (isFirst)
      await later.commit([{ type: "notice", by: byDaemon, data: { kind: "held_back", text: HELD_BACK_TEXT } }]);
    await later.deps.keeper.unpause([attachedRun.record.run]);
  });
}
