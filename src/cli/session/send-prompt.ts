// Sending a prompt, and waiting for what becomes of it: the same for `send` and `new`.
import type { Client, CommandAnswer, ListedSession } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { awaitPrompt } from "./await-prompt.ts";
import { type Deadline, withDeadline } from "./deadline.ts";
import { cutFailure, outcomeFailure } from "./prompt-failure.ts";
import type { PromptOutcome } from "./turn-watch.ts";

export interface Sent {
  readonly session: ListedSession;
  readonly answer: CommandAnswer;
}

export async function sendPrompt(
  client: Client,
  session: ListedSession,
  prompt: { text: string; promptId?: string | undefined },
): Promise<Sent> {
  const { text, promptId } = prompt;
  const content = [{ type: "text" as const, text }];
  const answer = await client.prompt(session.id, { content, ...(promptId === undefined ? {} : { id: promptId }) });
  return { session, answer };
}

/** How far it is from its turn: 0 = it is the next one. */
export const positionOf = ({ answer }: Sent): number => Number(answer.outcome.position ?? 0);

/** The prompt as `--json` tells it. */
export const promptFacts = ({ answer }: Sent): object => ({
  id: answer.id,
  seq: answer.seq,
  ...answer.outcome,
  replayed: answer.replayed ?? false,
});

export interface Finished {
  readonly outcome: PromptOutcome | null;
  readonly cut: Deadline["cut"];
}

export function waitForPrompt(
  client: Client,
  { session, answer }: Sent,
  { io, timeoutMs }: { io: Context["io"]; timeoutMs: number | null },
): Promise<Finished> {
  return withDeadline({ io, timeoutMs }, async (deadline) => {
    const { signal } = deadline;
    const awaited = { session: session.id, promptId: answer.id, acceptedSeq: answer.seq, signal };
    return { outcome: await awaitPrompt(client, awaited), cut: deadline.cut };
  });
}

/** The outcome as `--json` tells it. */
export function outcomeFacts({ outcome, cut }: Finished): object {
  if (!outcome) return { outcome: cut };
  const { kind, ...facts } = outcome;
  return { outcome: kind, ...facts };
}

/** Throws unless the turn ended well; then what a person waited for has been seen. */
export async function finishPrompt(client: Client, { session }: Sent, { outcome, cut }: Finished): Promise<void> {
  if (!outcome) throw cutFailure(session, cut);
  const failure = outcomeFailure(session, outcome);
  if (failure) throw failure;
  await client.acknowledge(session.id, outcome.seq);
}
