// Parking: a process that rests is ended, and the conversation goes on in another one with the next prompt.
import { restsSince } from "../core/index.ts";
import { byDaemon, type Desk, postLater } from "./desk.ts";
import { flush } from "./ingest.ts";

const LOOK_AGAIN_MS = 60_000;

type ParkReason = "idle" | "cap";

const texts: Readonly<Record<ParkReason, string>> = {
  idle: "it has rested for a while (limits.park_minutes)",
  cap: "other agents need its place (limits.live_processes)",
};

/** Whether it makes room for the process of another session. */
export async function parkForOthers(desk: Desk): Promise<boolean> {
  await park(desk, "cap");
  return desk.state.binding.run?.phase !== "ready";
}

/** Whether the state moved. What the agent could not go on from stays: a conversation that can't be resumed, a command in the background. */
export async function park(desk: Desk, reason: ParkReason): Promise<boolean> {
  const { attachment } = desk;
  if (!attachment || attachment.stopped || !attachment.driver.capabilities.resume) return false;
  const seen = desk.state;
  await flush(desk, attachment);
  // It may just have begun something by itself.
  if (desk.state !== seen) return true;
  if (restsSince(desk.state) === null) return false;
  if (await attachment.run.hasWorkBesides()) {
    postLater(desk, attachment, LOOK_AGAIN_MS, async () => {});
    return false;
  }
  await desk.commit([
    { type: "agent_parked", by: byDaemon, data: { run: attachment.record.run, text: texts[reason] } },
  ]);
  return true;
}
