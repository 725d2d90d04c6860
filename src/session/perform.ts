// Performs the next step of the core. Each step ends with a commit that makes the step unnecessary (or, for a process that is ended, with its end), so none is done twice.
import { type DeliveredPrompt, type Reaction, rejectionAmong } from "../agents/index.ts";
import {
  awaken,
  closeOrphans,
  type EventBody,
  listsCommand,
  type OpenPermission,
  restsSince,
  type Step,
} from "../core/index.ts";
import { inlineTexts } from "./long-text.ts";
import { expectInterrupt } from "./run/attach.ts";
import { checkpointBefore } from "./run/checkpoint.ts";
import { delivery, notListed, steering, withdrawn } from "./run/delivery.ts";
import { askDriver, DriverFault, untoldError } from "./run/driver-fault.ts";
import { commitAndSend, flush } from "./run/ingest.ts";
import { materializePrompt } from "./run/materialize-prompt.ts";
import { park } from "./run/park.ts";
import { startRun } from "./run/start-run.ts";
import { stopAttachedRun } from "./run/stop-run.ts";
import { isSettling } from "./run/watch-settling.ts";
import { type AttachedRun, byDaemon, type SessionContext } from "./session-context.ts";

/** Returns whether the state changed; false = the step is in progress and an event will report its end. */
export async function perform(context: SessionContext, step: Step): Promise<boolean> {
  if (step.type === "start_run") {
    await startRun(context, step.prompt);
    return true;
  }
  if (step.type === "stop_run") {
    stopAttachedRun(context);
    return false;
  }
  if (step.type === "close_orphans") {
    const at = context.deps.clock.now();
    await context.commit(closeOrphans(context.state, { at, by: byDaemon, session: context.id }));
    return true;
  }
  if (step.type === "park") return park(context, "idle");
  if (step.type === "enforce") {
    const { code, text, hint } = step.limit;
    await context.commit([
      { type: "error", by: byPolicy, data: { code, message: text, hint } },
      { type: "interrupt", by: byPolicy, data: { turn: step.turn, state: "requested" } },
    ]);
    return true;
  }
  if (step.type === "resume_after_quota") {
    const promptId = context.deps.newId();
    const text = "Your quota is available again. Please go on where you stopped.";
    await context.commit([{ type: "prompt_queued", by: byPolicy, data: { promptId, text, before: null } }]);
    return true;
  }
  if (step.type === "withdraw") {
    const { promptId } = step.prompt;
    const reason = "it was meant for a turn that has ended";
    await context.commit([{ type: "prompt_withdrawn", by: byDaemon, data: { promptId, reason } }]);
    return true;
  }
  if (step.type === "awake") {
    await context.commit([awaken(step.because, byDaemon)]);
    return true;
  }
  const { attachedRun } = context;
  if (!attachedRun || attachedRun.stopped) return false;
  // A one-shot agent accepts nothing after its prompt: the next run will.
  const isForNextRun = step.type === "deliver" || step.type === "configure";
  if (isForNextRun && attachedRun.driver.transport === "oneshot") return false;
  const seen = context.state;
  await flush(context, attachedRun);
  // Unread output may have changed which step is next.
  if (context.state !== seen) return true;
  // Its answer to the last setting comes first: it may refuse.
  if (isForNextRun && isSettling(attachedRun)) return false;
  const prepared = await prepareStep(context, attachedRun, step);
  if (prepared === "withdrawn") return true;
  try {
    return await commitAndTell(context, attachedRun, prepared);
  } catch (error) {
    if (!(error instanceof DriverFault)) throw error;
    await stopUntold(context, attachedRun, { step: prepared, fault: error });
    return true;
  }
}

/** Commits the step and sends it to the agent. Returns whether the state changed. */
async function commitAndTell(context: SessionContext, attachedRun: AttachedRun, step: PreparedStep): Promise<boolean> {
  const { before, reaction } = callDriver(context, attachedRun, step);
  if (!reaction) {
    // It can't be changed while it runs: the next run is started with the settings.
    stopAttachedRun(context);
    return false;
  }
  await commitAndSend(context, attachedRun, {
    ...exchangeOf({ before, reaction }),
    ...(step.type === "apply_answer"
      ? { otherwise: (why: string) => exchangeOf(refusal(attachedRun, step.permission, why)) }
      : {}),
  });
  if (step.type === "interrupt") {
    if (attachedRun.driver.capabilities.interrupt) expectInterrupt(context, attachedRun);
    else stopAttachedRun(context);
  }
  return true;
}

/** Its driver throws on this step, and would again: gives it up. */
async function stopUntold(
  context: SessionContext,
  { driver }: AttachedRun,
  { step, fault }: { step: PreparedStep; fault: DriverFault },
): Promise<void> {
  stopAttachedRun(context);
  const reason = `it could not be passed on to the agent: ${fault.message}`;
  const gone: EventBody[] =
    "prompt" in step
      ? [{ type: "prompt_withdrawn", by: byDaemon, data: { promptId: step.prompt.promptId, reason } }]
      : [];
  await context.commit([...gone, { type: "error", by: byDaemon, data: untoldError(driver, fault) }]);
}

type DriverStep = Extract<
  Step,
  { type: "deliver" | "steer" | "apply_answer" | "configure" | "interrupt" | "stop_tasks" }
>;

const byPolicy = { kind: "policy", name: "limits" } as const;

type PreparedStep =
  | Exclude<DriverStep, { prompt: unknown } | { type: "configure" }>
  | (Extract<DriverStep, { type: "configure" }> & { hasWork: boolean })
  | (Extract<DriverStep, { type: "steer" }> & { materialized: DeliveredPrompt })
  | (Extract<DriverStep, { type: "deliver" }> & { materialized: DeliveredPrompt; checkpoint: readonly EventBody[] });

/** A step with a prompt gets its whole text and files; one that may end the process gets whether background work would end with it. */
async function prepareStep(
  context: SessionContext,
  { run }: AttachedRun,
  step: DriverStep,
): Promise<PreparedStep | "withdrawn"> {
  if (step.type === "configure") {
    const hasWork = restsSince(context.state) === null || (await run.hasBackgroundWork());
    return { ...step, hasWork };
  }
  if (!("prompt" in step)) return step;
  const { commands } = context.state.binding;
  if (step.prompt.command && commands && !listsCommand(commands, step.prompt.text)) {
    await context.commit([notListed(step.prompt)]);
    return "withdrawn";
  }
  const prepared = await materializePrompt(context.deps.log, run.dir, step.prompt);
  if ("prompt" in prepared) {
    const materialized = prepared.prompt;
    if (step.type === "steer") return { ...step, materialized };
    return { ...step, materialized, checkpoint: await checkpointBefore(context, step.turn) };
  }
  await context.commit([withdrawn(step.prompt, prepared.lost)]);
  return "withdrawn";
}

const exchangeOf = ({ before, reaction }: { before: EventBody[]; reaction: Reaction<unknown> }) => ({
  before,
  facts: reaction.facts,
  writes: reaction.writes,
  protocol: reaction.state,
});

/** An answer that can't be sent whole is not sent: the agent gets a no, and people are told why. */
function refusal(
  { driver, pending }: AttachedRun,
  { id, options }: OpenPermission,
  why: string,
): { before: EventBody[]; reaction: Reaction<unknown> } {
  const text = `Skein could not pass the answer on (${why}), so it denied the request.`;
  const before: EventBody[] = [
    { type: "permission", by: byDaemon, data: { id, state: "stale", reason: why } },
    { type: "error", by: byDaemon, data: { code: "answer_not_sent", message: text } },
  ];
  const answer = { permission: id, option: rejectionAmong(options), content: null };
  const message = `Skein could not pass the answer on: ${why}.`;
  return { before, reaction: askDriver(() => driver.answer(pending.protocol, { ...answer, message })) };
}

/** The events of a step, and the driver's output for the agent. */
function callDriver(
  context: SessionContext,
  attachedRun: AttachedRun,
  step: PreparedStep,
): { before: EventBody[]; reaction: Reaction<unknown> | null } {
  const { driver, pending } = attachedRun;
  const { protocol } = pending;
  switch (step.type) {
    case "deliver": {
      const begun = delivery(context.state, step.prompt, { turn: step.turn, at: context.deps.clock.now() });
      const before = [...step.checkpoint, ...begun];
      return { before, reaction: askDriver(() => driver.deliver(protocol, step.materialized)) };
    }
    case "steer":
      return {
        before: [steering(step.prompt, step.turn)],
        reaction: askDriver(() => driver.steer(protocol, step.materialized)),
      };
    case "apply_answer": {
      const { id, option, message, content, answerBlobs } = step.permission;
      const given = inlineTexts(context.deps.log, { message, content }, answerBlobs);
      if (!given) return refusal(attachedRun, step.permission, "the log has lost a part of the answer");
      const reaction = askDriver(() => driver.answer(protocol, { permission: id, option, ...given }));
      const data =
        reaction.writes.length > 0
          ? { id, state: "applied" as const, option }
          : { id, state: "stale" as const, reason: "the agent no longer waits for the answer" };
      return { before: [{ type: "permission", by: byDaemon, data }], reaction };
    }
    case "configure": {
      const { run, mode, model, hasWork, needsNewRun } = step;
      const before: EventBody[] = [{ type: "agent_configured", by: byDaemon, data: { run, mode, model } }];
      if (needsNewRun) return { before, reaction: null };
      return { before, reaction: askDriver(() => driver.configure(protocol, { mode, model, hasWork })) };
    }
    case "interrupt": {
      const before: EventBody[] = [{ type: "interrupt", by: byDaemon, data: { turn: step.turn, state: "sent" } }];
      // An agent that can't be interrupted is ended.
      const untold = { state: protocol, facts: [], writes: [] };
      const reaction = driver.capabilities.interrupt ? askDriver(() => driver.interrupt(protocol)) : untold;
      return { before, reaction };
    }
    case "stop_tasks": {
      const before: EventBody[] = [{ type: "task_stop", by: byDaemon, data: { state: "sent" } }];
      return { before, reaction: askDriver(() => driver.stopTasks(protocol)) };
    }
    default:
      return step satisfies never;
  }
}
