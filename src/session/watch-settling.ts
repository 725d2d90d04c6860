// An agent that was told of another mode or model gets no prompt before it has said what came of that. One that never says so is given up, visibly.
import { AFTER_REFUSAL, type SessionState } from "../core/index.ts";
import { type Attachment, byDaemon, type Desk, postLater } from "./desk.ts";

/** Longer than an interrupt is waited for: an agent may ask its vendor about a model. */
const SETTLING_PATIENCE_MS = 60_000;

/** Whether what it was told last is still to be answered. A driver that fails over this fails over the next step itself, too. */
export function isSettling({ driver, pending }: Attachment): boolean {
  try {
    return driver.isSettling(pending.protocol);
  } catch {
    return false;
  }
}

/** To be called whenever the driver's state has changed: the time counts from when the agent was told. */
export function watchSettling(desk: Desk, attachment: Attachment): void {
  if (!isSettling(attachment)) {
    attachment.settlingSinceMs = null;
    return;
  }
  if (attachment.settlingSinceMs !== null) return;
  const sinceMs = desk.around.clock.monotonicMs();
  attachment.settlingSinceMs = sinceMs;
  postLater(desk, attachment, SETTLING_PATIENCE_MS, async (later) => {
    if (attachment.settlingSinceMs !== sinceMs || attachment.stopped || !isSettling(attachment)) return;
    const message = `${attachment.driver.title} has not answered to ${wishIn(later.state)} for 1 minute.`;
    const data = { code: "wish_unanswered", message, hint: AFTER_REFUSAL };
    await later.commit([{ type: "error", by: byDaemon, data }]);
  });
}

function wishIn({ setting: { mode, model } }: SessionState): string {
  const wishes = [...(mode === null ? [] : [`the mode ${mode}`]), ...(model === null ? [] : [`the model ${model}`])];
  return wishes.join(" and ") || "what was set";
}
