// Follows a prompt to its end, or to where a person is needed.
import type { Client, Followed } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { changesStanding, haltOf, type PromptResult, standingOf, watchEvent, watchPrompt } from "../../core/index.ts";
import { inlineIfSaid, inlineTexts } from "../history/inline-texts.ts";
import { passingText } from "../render/passing-wait.ts";

/** What is read of the daemon. */
export type Source = Pick<Client, "follow" | "session" | "blob">;

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
export async function awaitPrompt(client: Source, awaited: Awaited): Promise<PromptResult | null> {
  const { session, promptId, acceptedSeq, signal } = awaited;
  const reader = new SessionReader({ client, session });
  let watch = watchPrompt(promptId);
  for await (const item of reader.items({ after: Math.max(0, acceptedSeq - 1), signal })) {
    if (item.kind === "event") watch = watchEvent(watch, await inlineIfSaid(client, item.event));
    else if (item.frame.frame === "reset") watch = watchPrompt(promptId);
    if (item.kind === "event" && item.event.type === "resume_failed") {
      // A conversation that is gone ends all waiting, unless nothing was said in it: then the agent begins another one.
      const { state } = await reader.current(signal);
      watch = { ...watch, end: watch.end ?? haltOf(state, item.event.seq, "the conversation is gone") };
    }
    if (watch.end) return watch.end;
    // What was held or asked in the past may have been settled since; only what is open now needs a person.
    const mayNeed = reader.isCaughtUp && mayBlock(item, promptId);
    const needed = mayNeed ? await personNeeded({ client, reader }, awaited) : null;
    if (needed) return needed;
  }
  return null;
}

/** Whether something may keep the prompt waiting from here on. */
const mayBlock = (item: Followed, promptId: string): boolean =>
  item.kind === "frame" ? item.frame.frame === "caught_up" : changesStanding(item.event, promptId);

async function personNeeded(
  { client, reader }: { client: Source; reader: SessionReader },
  { promptId, signal, now, tell }: Awaited,
): Promise<PromptResult | null> {
  const { state, limits } = await reader.current(signal);
  const nowMs = now();
  const standing = standingOf(state, promptId, { limits, nowMs });
  if (standing.kind === "asks") return { ...standing, question: await inlineTexts(client, standing.question) };
  if (standing.kind === "waits") return standing;
  tell(standing.wait && passingText(standing.wait, nowMs));
  return null;
}
