// Being with a running agent process: taking it up (also after a crash of the daemon), watching over it, letting it go.
import { type Driver, reviveMarks } from "../agents/index.ts";
import { background } from "../core/index.ts";
import type { RunRecord } from "../log/index.ts";
import { type Attachment, type Desk, postLater } from "./desk.ts";
import { takeExit } from "./ending.ts";
import { letGoOn } from "./held-back.ts";
import { endOwnTurn, wantOutput } from "./ingest.ts";
import { splitterAt } from "./long-line.ts";
import { stopRun } from "./stop-run.ts";
import { watchOwnTurn } from "./watch-own-turn.ts";
import { watchSettling } from "./watch-settling.ts";
import { watchSilence } from "./watch-silence.ts";

const INTERRUPT_PATIENCE_MS = 10_000;

/** Takes a run up where the log left it: completes what was being written to it, then reads on. */
export async function attach(desk: Desk, record: RunRecord, driver: Driver, { isNew = false } = {}): Promise<void> {
  const { around } = desk;
  const protocol = driver.restore(reviveMarks(record.protocol));
  const known = isNew ? "new" : record.outOffset > 0 ? "heard" : "unheard";
  const run = await around.keeper.open({ run: record.run, dir: around.runDir(record.run), known });
  const attachment: Attachment = {
    run,
    driver,
    splitter: splitterAt(record.outOffset),
    record,
    readOffset: record.outOffset,
    pending: { facts: [], writes: [], outOffset: record.outOffset, protocol },
    longLine: null,
    isCut: false,
    isMisread: false,
    lastHeardMs: around.clock.monotonicMs(),
    lastTextMs: Number.NEGATIVE_INFINITY,
    settlingSinceMs: null,
    quietSinceMs: around.clock.monotonicMs(),
    isQuietTimed: false,
    isFlushTimed: false,
    isReadWanted: false,
    stopped: null,
    timers: new Set(),
    released: Promise.withResolvers(),
  };
  try {
    for (const entry of around.log.outbox(record.run))
      await run.write({ offset: entry.offset, bytes: Buffer.from(entry.bytes) });
  } catch (error) {
    run.detach();
    throw error;
  }
  desk.attachment = attachment;
  // It ended while no daemon was there (at a restart of the machine, all do): nothing may be delivered to it any more.
  const exit = await Promise.race([run.exited, null]);
  if (exit) return takeExit(desk, attachment, exit);
  attachment.timers.add(run.onOutput(() => wantOutput(desk, attachment)));
  attachment.timers.add(run.onHeldBack((isFirst) => letGoOn(desk, attachment, isFirst)));
  const taken = run.exited.then((exit) => desk.post((later) => takeExit(later, attachment, exit)));
  background(taken, (error) => around.report(`nobody knows how run ${record.run} ended`, error));
  if (desk.state.turn.open?.interrupt === "sent") expectInterrupt(desk, attachment);
  watchSettling(desk, attachment);
  watchOwnTurn(desk, attachment, endOwnTurn);
  watchSilence(desk, attachment);
  wantOutput(desk, attachment);
}

/** An agent that does not end its turn after an interrupt is stopped. */
export function expectInterrupt(desk: Desk, attachment: Attachment): void {
  const turn = desk.state.turn.open?.turn;
  if (turn === undefined) return;
  postLater(desk, attachment, INTERRUPT_PATIENCE_MS, async (later) => {
    if (later.state.turn.open?.turn === turn) stopRun(later);
  });
}
