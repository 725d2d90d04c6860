// Follows a prompt to its end, or to where a person is needed.
import type { Client } from "../../client/index.ts";
import { outcomeNow, type PromptOutcome, watchEvent, watchPrompt } from "./turn-watch.ts";
import { wholeIfSaid } from "./whole-event.ts";

export interface Awaited {
  readonly session: string;
  readonly promptId: string;
  /** The event that accepted the prompt: everything that matters comes after it. */
  readonly acceptedSeq: number;
  readonly signal: AbortSignal;
}

/** Null when the signal came first. Asked again later, the same log gives the same outcome. */
export async function awaitPrompt(client: Client, awaited: Awaited): Promise<PromptOutcome | null> {
  const { session, promptId, acceptedSeq, signal } = awaited;
  let watch = watchPrompt(promptId);
  let isCaughtUp = false;
  for await (const item of client.follow(session, { after: Math.max(0, acceptedSeq - 1), signal })) {
    if (item.kind === "event") watch = watchEvent(watch, await wholeIfSaid(client, item.event));
    else if (item.frame.frame === "reset") watch = watchPrompt(promptId);
    else if (item.frame.frame === "caught_up") isCaughtUp = true;
    if (item.kind === "event" && item.event.type === "resume_failed") {
      watch = { ...watch, end: watch.end ?? (await haltOf(client, session, item.event.seq)) };
    }
    // A question of the past may have been answered since; only what is open now needs a person.
    const outcome = isCaughtUp ? outcomeNow(watch) : watch.end;
    if (outcome) return outcome;
  }
  return null;
}

/** A conversation that is gone ends all waiting, unless nothing was said in it: then the agent begins another one. */
async function haltOf(client: Client, session: string, seq: number): Promise<PromptOutcome | null> {
  const { binding, lifecycle } = (await client.session(session)).state;
  if (!binding.halted) return null;
  return { kind: "halted", message: lifecycle.failure?.message ?? "the conversation is gone", hint: null, seq };
}
