// Does what the core says comes next. Each step is one commit that makes the step unnecessary, so none is done twice.
import type { EventBody, Step } from "../core/index.ts";
import { byDaemon, type Desk } from "./desk.ts";
import { flush, say } from "./ingest.ts";
import { stopRun } from "./stop-run.ts";
import { expectInterrupt, startRun } from "./supervise.ts";

/** Whether the state moved; false = the step is under way and its end will come as an event. */
export async function perform(desk: Desk, step: Step): Promise<boolean> {
  const { attachment } = desk;
  switch (step.type) {
    case "start_run":
      await startRun(desk);
      return true;
    case "stop_run":
      stopRun(desk);
      return false;
    case "deliver":
    case "apply_answer":
    case "interrupt":
      if (!attachment || attachment.isStopping) return false;
      await flush(desk, attachment);
      break;
    default:
      step satisfies never;
      return false;
  }
  const { driver, pending } = attachment;
  if (step.type === "deliver") {
    const { promptId, text, by } = step.prompt;
    const { turn } = step;
    const before: EventBody[] = [
      { type: "turn_start", by: byDaemon, data: { turn, promptId } },
      { type: "user_prompt", by, data: { promptId, text, turn } },
    ];
    const { state, facts, writes } = driver.deliver(pending.protocol, { promptId, text });
    await say(desk, attachment, { before, facts, writes, protocol: state });
    return true;
  }
  if (step.type === "apply_answer") {
    const { id, option, message } = step.permission;
    const before: EventBody[] = [{ type: "permission", by: byDaemon, data: { id, state: "applied", option } }];
    const { state, facts, writes } = driver.answer(pending.protocol, { permission: id, option, message });
    await say(desk, attachment, { before, facts, writes, protocol: state });
    return true;
  }
  const before: EventBody[] = [{ type: "interrupt", by: byDaemon, data: { turn: step.turn, state: "sent" } }];
  const { state, facts, writes } = driver.interrupt(pending.protocol);
  await say(desk, attachment, { before, facts, writes, protocol: state });
  if (driver.capabilities.interrupt) expectInterrupt(desk, attachment);
  else stopRun(desk);
  return true;
}
