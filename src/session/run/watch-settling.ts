// An agent gets no prompt before it has confirmed a new mode or model. If it never does, it is given up visibly.
import { AFTER_REFUSAL, type SessionState } from "../../core/index.ts";
import { type AttachedRun, byDaemon, postLater, type SessionContext } from "../session-context.ts";

/** Longer than the timeout of an interrupt: an agent may ask its vendor about a model. */
const SETTLING_TIMEOUT_MS = 60_000;

/** Whether the last setting is still unconfirmed. A driver that throws here also throws on the next step. */
export function isSettling({ driver, pending }: AttachedRun): boolean {
  try {
    return driver.isSettling(pending.protocol);
  } catch {
    return false;
  }
}

/** Call it after each change of the driver's state: the time counts from when the agent was told. */
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
    const message = `${attachedRun.driver.title} did not confirm ${settingIn(later.state)} within 1 minute.`;
    const data = { code: "wish_unanswered", message, hint: AFTER_REFUSAL };
    await later.commit([{ type: "error", by: byDaemon, data }]);
  });
}

function settingIn({ setting: { mode, model } }: SessionState): string {
  const settings = [...(mode === null ? [] : [`the mode ${mode}`]), ...(model === null ? [] : [`the model ${model}`])];
  return settings.join(" and ") || "what was set";
}
