// Parking: a process that rests is ended, and the conversation goes on in another one with the next prompt.
import { restsSince } from "../core/index.ts";
import { flush } from "./ingest.ts";
import { byDaemon, postLater, type SessionContext } from "./session-context.ts";

const RECHECK_MS = 60_000;

type ParkReason = "idle" | "cap";

const texts: Readonly<Record<ParkReason, string>> = {
  idle: "it has rested for a while (limits.park_minutes)",
  cap: "other agents need its place (limits.live_processes)",
};

/** Whether it makes room for the process of another session. */
export async function parkForOthers(context: SessionContext): Promise<boolean> {
  await park(context, "cap");
  return context.state.binding.run?.phase !== "ready";
}

/** Whether the state moved. What the agent could not go on from stays: a conversation that can't be resumed, a command in the background. */
export async function park(context: SessionContext, reason: ParkReason): Promise<boolean> {
  const { attachedRun } = context;
  if (!attachedRun || attachedRun.stopped || !attachedRun.driver.capabilities.resume) return false;
  const seen = context.state;
  await flush(context, attachedRun);
  // It may just have begun something by itself.
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
