// Sends a prompt and waits for its outcome: shared by `send`, `new` and an open session.
import type { Client, Delivery, ListedSession } from "../../client/index.ts";
import { type PromptResult, stateAtEnd } from "../../core/index.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import type { Asked } from "../render/choices.ts";
import { staleLoginHint } from "../session/environment.ts";
import { markAsRead } from "../session/mark-as-read.ts";
import type { Called } from "../session/reference.ts";
import { failureRows } from "../text/failure-rows.ts";
import { safeLine } from "../text/safe-text.ts";
import { awaitPrompt } from "../wait/await-prompt.ts";
import { type Deadline, withDeadline } from "../wait/deadline.ts";
import { cutFailure, notKnownFailure, outcomeFailure } from "../wait/prompt-failure.ts";

type Asks = Extract<PromptResult, { kind: "asks" }>;
type Waits = Extract<PromptResult, { kind: "waits" }>;
type PromptInput = Parameters<Client["send"]>[1];
type FilePart = Extract<PromptInput["content"][number], { type: "file" }>;

export interface Sent {
  readonly session: ListedSession;
  readonly delivery: Extract<Delivery, { kind: "acknowledged" }>;
}

/** Resolves when the prompt is in the log. */
export async function sendPrompt(
  client: Client,
  session: ListedSession,
  { text, files = [], ...how }: { text: string; files?: readonly FilePart[] } & Omit<PromptInput, "content">,
): Promise<Sent> {
  const words = text === "" ? [] : [{ type: "text" as const, text }];
  const content = [...words, ...files];
  const delivery = await client.send(session.id, { content, ...how });
  if (delivery.kind === "not_known") throw notKnownFailure(session, delivery, { content, ...how });
  return { session, delivery };
}

/** The prompt in the form of `--json`. */
export const promptFacts = ({ delivery }: Sent): object => {
  const { promptId, seq, answer } = delivery;
  return { promptId, state: "queued", seq, ...answer?.outcome, replayed: answer?.replayed ?? false };
};

export interface Finished {
  readonly outcome: PromptResult | null;
  readonly cut: Deadline["cut"];
  /** When the wait was interrupted, the prompt was still waiting in the queue. */
  readonly isQueued: boolean;
}

interface Waiting {
  readonly io: Context["io"];
  /** Registered before the prompt was sent. */
  readonly interrupts: Pick<Context["io"], "onInterrupt">;
  readonly timeoutMs: number | null;
  readonly isQuiet: boolean;
}

export function waitForPrompt(
  client: Client,
  { session, delivery }: Sent,
  { io, interrupts, timeoutMs, isQuiet }: Waiting,
): Promise<Finished> {
  return withDeadline({ io: interrupts, timeoutMs }, async (deadline) => {
    const { signal } = deadline;
    // The event that accepted the prompt may precede the one that acknowledged it.
    const acceptedSeq = delivery.answer?.seq ?? 0;
    let told: string | null = null;
    const tell = (text: string | null): void => {
      if (text !== null && text !== told && !isQuiet)
        io.stderr.write(`${failureRows(`waiting: ${safeLine(text)}`, io)}\n`);
      told = text;
    };
    const awaited = { session: session.id, promptId: delivery.promptId, acceptedSeq, signal, now: io.now, tell };
    return { outcome: await awaitPrompt(client, awaited), cut: deadline.cut, isQueued: told !== null };
  });
}

/** The outcome in the form of `--json`, added to what was known when the prompt was sent. */
export function outcomeFacts({ outcome, cut }: Pick<Finished, "outcome" | "cut">): object {
  if (!outcome) return { cut };
  const { kind, seq, ...facts } = outcome;
  switch (kind) {
    case "ended":
      return { ...facts, seq, state: stateAtEnd[outcome.reason] };
    case "asks":
      return {
        seq,
        state: "waiting",
        prompt: outcome.isQueued ? "queued" : "delivered",
        permission: outcome.question,
      };
    case "waits":
      return { seq, state: "queued", ...waitFacts(outcome.wait) };
    case "withdrawn":
      return { ...facts, seq, state: "withdrawn" };
    case "halted":
      return { seq, state: "queued", error: outcome.message };
    default:
      return outcome satisfies never;
  }
}

function waitFacts(wait: Waits["wait"]): object {
  switch (wait.kind) {
    case "held":
      return {
        held: wait.what,
        ...(wait.what === "before" ? { waitsFor: wait.prompt.promptId } : {}),
        ...(wait.what === "queue" && wait.refusal !== undefined ? { error: wait.refusal } : {}),
      };
    case "budget":
      return { held: "budget", error: wait.text };
    case "quota":
      return { held: "quota", error: wait.text, until: wait.until };
    default:
      return wait satisfies never;
  }
}

/** Throws unless the turn was completed; then the turn is marked as read, because the person waited for it. */
export async function finishPrompt(
  client: Client,
  called: Called<ListedSession>,
  { outcome, cut, isQueued }: Finished,
  io: Context["io"],
): Promise<void> {
  if (!outcome) throw cutFailure(called, cut, { isQueued });
  const { session } = called;
  const failure = outcomeFailure(called, outcome.kind === "asks" ? await withRule(client, session, outcome) : outcome);
  if (failure?.exitCode === exitCodes.turnFailed.code) throw await withStaleLogin(failure, { client, called, io });
  if (failure) throw failure;
  await markAsRead(client, session.id, outcome.seq);
}

interface Where {
  readonly client: Client;
  readonly called: Called<ListedSession>;
  readonly io: Context["io"];
}

/** The turn may have failed because of an environment that the person's shell no longer has. */
async function withStaleLogin(failure: Failure, { client, called, io }: Where): Promise<Failure> {
  const hint = await staleLoginHint(client, called, io);
  if (hint === null) return failure;
  const { message, code, why, fix } = failure;
  return new Failure(message, { exit: "turnFailed", code, why, fix: [fix, hint].filter(Boolean).join("; or: ") });
}

/** An event does not have the rule, so the inbox is asked: if it is unknown whether a rule can be made, none is offered. */
async function withRule(client: Client, session: ListedSession, outcome: Asks): Promise<Asks> {
  const { items } = await client.inbox().catch(() => ({ items: [] }));
  const found = items.find((one) => one.session === session.id && one.id === outcome.question.id);
  const question: Asks["question"] & Pick<Asked, "rule"> = { ...outcome.question, rule: found?.rule ?? null };
  return { ...outcome, question };
}
