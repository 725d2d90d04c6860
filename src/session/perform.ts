// Does what the core says comes next. Each step is one commit that makes the step unnecessary, so none is done twice.
import type { DeliveredPrompt, Reaction } from "../agents/index.ts";
import type { EventBody, Step } from "../core/index.ts";
import { expectInterrupt } from "./attach.ts";
import { delivery, steering, withoutFile } from "./delivery.ts";
import { type Attachment, byDaemon, type Desk } from "./desk.ts";
import { handover } from "./handover.ts";
import { flush, say } from "./ingest.ts";
import { whole } from "./long-text.ts";
import { park } from "./park.ts";
import { startRun } from "./start-run.ts";
import { stopRun } from "./stop-run.ts";

/** Whether the state moved; false = the step is under way and its end will come as an event. */
export async function perform(desk: Desk, step: Step): Promise<boolean> {
  if (step.type === "start_run") {
    await startRun(desk, step.prompt);
    return true;
  }
  if (step.type === "stop_run") {
    stopRun(desk);
    return false;
  }
  if (step.type === "park") return park(desk, "idle");
  if (step.type === "enforce") {
    const { code, text, hint } = step.limit;
    await desk.commit([
      { type: "error", by: byPolicy, data: { code, message: text, hint } },
      { type: "interrupt", by: byPolicy, data: { turn: step.turn, state: "requested" } },
    ]);
    return true;
  }
  if (step.type === "resume_after_quota") {
    const promptId = desk.around.newId();
    const text = "Your quota is available again. Please go on where you stopped.";
    await desk.commit([{ type: "prompt_queued", by: byPolicy, data: { promptId, text, before: null } }]);
    return true;
  }
  if (step.type === "withdraw") {
    const { promptId } = step.prompt;
    const reason = "it was meant for a turn that has ended";
    await desk.commit([{ type: "prompt_withdrawn", by: byDaemon, data: { promptId, reason } }]);
    return true;
  }
  const { attachment } = desk;
  if (!attachment || attachment.isStopping) return false;
  // A one-shot agent takes nothing after its prompt: the next run will.
  const isForNextRun = step.type === "deliver" || step.type === "configure";
  if (isForNextRun && attachment.driver.transport === "oneshot") return false;
  const seen = desk.state;
  await flush(desk, attachment);
  // What was still to be taken may have made another step the next one.
  if (desk.state !== seen) return true;
  const handed = await handOver(desk, attachment, step);
  if (handed === "withdrawn") return true;
  const { before, reaction } = tell(desk, attachment, handed);
  if (!reaction) {
    // It can't be changed while it runs: the next run is started as people wish.
    stopRun(desk);
    return false;
  }
  await say(desk, attachment, { before, facts: reaction.facts, writes: reaction.writes, protocol: reaction.state });
  if (step.type === "interrupt") {
    if (attachment.driver.capabilities.interrupt) expectInterrupt(desk, attachment);
    else stopRun(desk);
  }
  return true;
}

type Telling = Extract<Step, { type: "deliver" | "steer" | "apply_answer" | "configure" | "interrupt" }>;

const byPolicy = { kind: "policy", name: "limits" } as const;

type Handed =
  | Exclude<Telling, { prompt: unknown }>
  | (Extract<Telling, { prompt: unknown }> & { whole: DeliveredPrompt });

/** A step with a prompt gets all of it. */
async function handOver(desk: Desk, { run }: Attachment, step: Telling): Promise<Handed | "withdrawn"> {
  if (!("prompt" in step)) return step;
  const handed = await handover(desk.around.log, run.dir, step.prompt);
  if ("prompt" in handed) return { ...step, whole: handed.prompt };
  await desk.commit([withoutFile(step.prompt, handed.lost)]);
  return "withdrawn";
}

/** The events that a step makes, and what the driver makes of it for the agent. */
function tell(
  desk: Desk,
  attachment: Attachment,
  step: Handed,
): { before: EventBody[]; reaction: Reaction<unknown> | null } {
  const { driver, pending } = attachment;
  const { protocol } = pending;
  switch (step.type) {
    case "deliver": {
      const before = delivery(desk.state, step.prompt, { turn: step.turn, at: desk.around.clock.now() });
      return { before, reaction: driver.deliver(protocol, step.whole) };
    }
    case "steer":
      return { before: [steering(step.prompt, step.turn)], reaction: driver.steer(protocol, step.whole) };
    case "apply_answer": {
      const { id, option, content } = step.permission;
      const { message } = whole(desk.around.log, { message: step.permission.message }, step.permission.answerBlobs);
      const before: EventBody[] = [{ type: "permission", by: byDaemon, data: { id, state: "applied", option } }];
      return { before, reaction: driver.answer(protocol, { permission: id, option, message, content }) };
    }
    case "configure": {
      const { run, mode, model } = step;
      const before: EventBody[] = [{ type: "agent_configured", by: byDaemon, data: { run, mode, model } }];
      return { before, reaction: driver.configure(protocol, { mode, model }) };
    }
    case "interrupt": {
      const before: EventBody[] = [{ type: "interrupt", by: byDaemon, data: { turn: step.turn, state: "sent" } }];
      // Who can't be interrupted has nobody to tell: its process is ended.
      const untold = { state: protocol, facts: [], writes: [] };
      return { before, reaction: driver.capabilities.interrupt ? driver.interrupt(protocol) : untold };
    }
    default:
      return step satisfies never;
  }
}
