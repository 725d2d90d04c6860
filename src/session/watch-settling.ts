// An agent that was told of another mode or model gets no prompt before it has said what came of that. One that never says so is given up, visibly.
import { AFTER_REFUSAL, type SessionState } from "../core/index.ts";
import { type AttachedRun, byDaemon, postLater, type SessionContext } from "./session-context.ts";

/** Longer than an interrupt is waited for: an agent may ask its vendor about a model. */
const SETTLING_TIMEOUT_MS = 60_000;

/** Whether what it was told last is still to be answered. A driver that fails over this fails over the next step itself, too. */
export function isSettling({ driver, pending }: AttachedRun): boolean {
  try {
    return driver.isSettling(pending.protocol);
  } catch {
    return false;
  }
}

/** To be called whenever the driver's state has changed: the time counts from when the agent was told. */
export function watchSettling(context: SessionContext, attachedRun: AttachedRun): void {
  if (!isSettling(attachedRun)) {
    attachedRun.settlingSinceMs = null;
    return;
  }
  if (attachedRun.settlingSinceMs !== null) return;
  const sinceMs = context.deps.clock.monotonicMs();
  attachedRun.settlingSinceMs = sinceMs;
  postLater(context, attachedRun, SETTLING_TIMEOUT_MS, async (later) => {
    if (attachedRun.settlingSinceMs !== sinceMs || attachedRun.stopped || !isSettling(attachedRun)) return;
    const message = `${attachedRun.driver.title} has not answered to ${settingIn(later.state)} for 1 minute.`;
    const data = { code: "wish_unanswered", message, hint: AFTER_REFUSAL };
    await later.commit([{ type: "error", by: byDaemon, data }]);
  });
}

function settingIn({ setting: { mode, model } }: SessionState): string {
  const settings = [...(mode === null ? [] : [`the mode ${mode}`]), ...(model === null ? [] : [`the model ${model}`])];
  return settings.join(" and ") || "what was set";
}
