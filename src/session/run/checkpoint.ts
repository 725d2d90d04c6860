// The files of the workspace before and after each turn, so that people can see what it changed.
import { background, type EventBody } from "../../core/index.ts";
import type { Checkpoint } from "../dependencies.ts";
import { byDaemon, type SessionContext } from "../session-context.ts";

/** Taken before the agent has the prompt. It is committed with the turn's start. */
export async function checkpointBefore({ id, deps, state }: SessionContext, turn: string): Promise<EventBody[]> {
  const directory = state.lifecycle.workspace?.path;
  if (directory === undefined) return [];
  const moment = "start";
  const taken = await deps.checkpoints.take(directory, { session: id, turn, moment });
  return taken ? [eventOf(taken, { turn, moment })] : [];
}

/** Taken when a turn has ended, and recorded when it is done: nobody waits for it. */
export function checkpointAfter(context: SessionContext, turn: string): void {
  const { id, deps, state, attachedRun } = context;
  const directory = state.lifecycle.workspace?.path;
  if (directory === undefined) return;
  const moment = "end";
  const take = async (): Promise<void> => {
    const printedMs = await attachedRun?.run.lastPrintedMs().catch(() => null);
    const isLate = typeof printedMs === "number" && Date.parse(deps.clock.now()) - printedMs > LATE_MS;
    const taken = await deps.checkpoints.take(directory, isLate ? null : { session: id, turn, moment });
    const end = taken && isLate ? late : taken;
    if (end) context.post(async (later) => later.commit([eventOf(end, { turn, moment })]));
  };
  background(take(), (error) => deps.report(`session ${id}: the files after ${turn} are not recorded`, error));
}

/** The turn ended so long before it was heard of, because no daemon ran, that the files may have been changed by others since. */
const LATE_MS = 30_000;
const late = { tree: null, why: "late" } as const;

function eventOf(taken: Checkpoint, place: { turn: string; moment: "start" | "end" }): EventBody {
  if (taken.tree === null) return { type: "checkpoint", by: byDaemon, data: { ...place, tree: null, why: taken.why } };
  const left = taken.left.length > 0 ? { left: [...taken.left] } : {};
  return { type: "checkpoint", by: byDaemon, data: { ...place, tree: taken.tree, ...left } };
}
