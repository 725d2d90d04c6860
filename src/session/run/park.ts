// Parking: an idle process is ended, and the next prompt resumes the conversation in a new one.
import { restsSince } from "../../core/index.ts";
import { byDaemon, postLater, type SessionContext } from "../session-context.ts";
import { flush } from "./ingest.ts";

const RECHECK_MS = 60_000;

type ParkReason = "idle" | "cap";

const texts: Readonly<Record<ParkReason, string>> = {
  idle: "it has been idle for a while (limits.park_minutes)",
  cap: "other agents need its slot (limits.live_processes)",
};

/** Whether the process ends to make room for another session's. */
export async function parkForOthers(context: SessionContext): Promise<boolean> {
  await park(context, "cap");
  return context.state.binding.run?.phase !== "ready";
}

/** Returns whether the state changed. A process stays if it could not be resumed later: an unresumable conversation, a background command. */
export async function park(context: SessionContext, reason: ParkReason): Promise<boolean> {
  const { attachedRun } = context;
  if (!attachedRun || attachedRun.stopped || !attachedRun.driver.capabilities.resume) return false;
  const seen = context.state;
  await flush(context, attachedRun);
  // It may just have started something by itself.
  if (context.state !== seen) return true;
  if (restsSince(context.state) === null) return false;
  if (await attachedRun.run.hasBackgroundWork()) {
    postLater(context, attachedRun, RECHECK_MS, async () => {});
    return false;
  }
  await context.commit([
    { type: "agent_parked", by: byDaemon, data: { run: attachedRun.record.run, text: texts[reason] } },
  ]);
  return true;
}
