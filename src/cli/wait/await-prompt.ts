// Follows a prompt until its end, or until a person is needed.
import type { Client, Followed } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { changesStanding, haltOf, type PromptResult, standingOf, watchEvent, watchPrompt } from "../../core/index.ts";
import { inlineIfSaid, inlineTexts } from "../history/inline-texts.ts";
import { passingText } from "../render/passing-wait.ts";

/** The daemon's calls that it uses. */
export type Source = Pick<Client, "follow" | "session" | "blob">;

export interface Awaited {
  readonly session: string;
  readonly promptId: string;
  /** The event that accepted the prompt: everything relevant comes after it. */
  readonly acceptedSeq: number;
  readonly signal: AbortSignal;
  now(): number;
  /** What the prompt waits for in the queue, if it needs no person; null if nothing. */
  tell(text: string | null): void;
}

/** Null if the signal came first. Repeated later, the same log gives the same outcome. */
export async function awaitPrompt(client: Source, awaited: Awaited): Promise<PromptResult | null> {
  const { session, promptId, acceptedSeq, signal } = awaited;
  const reader = new SessionReader({ client, session });
  let watch = watchPrompt(promptId);
  for await (const item of reader.items({ after: Math.max(0, acceptedSeq - 1), signal })) {
    if (item.kind === "event") watch = watchEvent(watch, await inlineIfSaid(client, item.event));
    else if (item.frame.frame === "reset") watch = watchPrompt(promptId);
    if (item.kind === "event" && item.event.type === "resume_failed") {
      // A lost conversation ends all waiting, unless it was empty: then the agent begins a new one.
      const { state } = await reader.current(signal);
      watch = { ...watch, end: watch.end ?? haltOf(state, item.event.seq, "the conversation is gone") };
    }
    if (watch.end) return watch.end;
    // A past hold or question may have been settled; only what is open now needs a person.
    const mayNeed = reader.isCaughtUp && mayBlock(item, promptId);
    const needed = mayNeed ? await personNeeded({ client, reader }, awaited) : null;
    if (needed) return needed;
  }
  return null;
}

/** Whether something may block the prompt from here on. */
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
