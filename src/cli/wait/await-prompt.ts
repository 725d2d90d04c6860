// Follows a prompt to its end, or to where a person is needed.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client, Followed } from "../../client/index.ts";
import { blockingQuestion, isPassing, waitOf } from "../../core/index.ts";
import { inlineIfSaid, inlineTexts } from "../history/inline-texts.ts";
import { passingText } from "../render/passing-wait.ts";
import { type PromptOutcome, watchEvent, watchPrompt } from "./turn-watch.ts";

/** What is read of the daemon. */
export type Source = Pick<Client, "follow" | "session" | "blob">;

const POLL_MS = 10;

export interface Awaited {
  readonly session: string;
  readonly promptId: string;
  /** The event that accepted the prompt: everything that matters comes after it. */
  readonly acceptedSeq: number;
  readonly signal: AbortSignal;
  now(): number;
  /** What the prompt waits for in the queue, and what passes by itself; null when there is nothing of that kind. */
  tell(text: string | null): void;
}

/** Null when the signal came first. Asked again later, the same log gives the same outcome. */
export async function awaitPrompt(client: Source, awaited: Awaited): Promise<PromptOutcome | null> {
  const { session, promptId, acceptedSeq, signal } = awaited;
  let watch = watchPrompt(promptId);
  let isCaughtUp = false;
  let head = 0;
  for await (const item of client.follow(session, { after: Math.max(0, acceptedSeq - 1), signal })) {
    if (item.kind === "event") {
      head = item.event.seq;
      watch = watchEvent(watch, await inlineIfSaid(client, item.event));
    } else if (item.frame.frame === "reset") {
      watch = watchPrompt(promptId);
      isCaughtUp = false;
      head = 0;
    } else if (item.frame.frame === "caught_up") isCaughtUp = true;
    if (item.kind === "event" && item.event.type === "resume_failed") {
      watch = { ...watch, end: watch.end ?? (await haltOf(client, session, item.event.seq)) };
    }
    if (watch.end) return watch.end;
    // What was held or asked in the past may have been settled since; only what is open now needs a person.
    const needed = isCaughtUp && mayBlock(item, promptId) ? await personNeeded(client, awaited, head) : null;
    if (needed) return needed;
  }
  return null;
}

/** After these the prompt may wait for something else than before. */
const turningPoints = new Set([
  ...["prompt_queued", "prompt_edited", "prompt_withdrawn", "queue_paused", "turn_start", "turn_end"],
  ...["quota_reached", "prompt_waiting", "limits_changed", "error"],
]);

/** Whether something may keep the prompt waiting from here on: where it was sent, when something is asked, and when the prompt comes into a turn. */
function mayBlock(item: Followed, promptId: string): boolean {
  if (item.kind === "frame") return item.frame.frame === "caught_up";
  const { type, data } = item.event as { type: string; data: { state?: unknown; promptId?: unknown } };
  if (type === "permission") return data.state === "asked";
  return type === "user_prompt" ? data.promptId === promptId : turningPoints.has(type);
}

async function personNeeded(
  client: Source,
  { session, promptId, signal, now, tell }: Awaited,
  head: number,
): Promise<PromptOutcome | null> {
  let { state, limits } = await client.session(session);
  // An event may be read a moment before the daemon's own state has it.
  while (state.head < head && !signal.aborted) {
    await sleep(POLL_MS);
    ({ state, limits } = await client.session(session));
  }
  const blocking = blockingQuestion(state, promptId);
  const nowMs = now();
  const wait = waitOf(state, promptId, { limits, nowMs });
  // Of two reasons the one that an answer would not take away.
  if (wait && !isPassing(wait)) return { kind: "waits", wait, nowMs, seq: state.head };
  if (blocking) {
    const question = await inlineTexts(client, blocking.question);
    return { kind: "asks", question, isQueued: blocking.isQueued, seq: question.seq };
  }
  tell(wait && passingText(wait, nowMs));
  return null;
}

/** A conversation that is gone ends all waiting, unless nothing was said in it: then the agent begins another one. */
async function haltOf(client: Source, session: string, seq: number): Promise<PromptOutcome | null> {
  const { binding, lifecycle } = (await client.session(session)).state;
  if (!binding.halted) return null;
  const { code = null, message = "the conversation is gone" } = lifecycle.failure ?? {};
  return { kind: "halted", code, message, hint: null, seq };
}
