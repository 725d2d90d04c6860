// One attempt to send a prompt of the outbox: its files first, then the prompt.
import { ProblemError, type Skein } from "../../../client-entry/lazy.ts";
import type { KeptPrompt } from "./outbox-entry.ts";
import { type Outcome, outcomeOf, refused } from "./send-outcome.ts";

type Client = Pick<Skein, "send" | "upload" | "promptOutcome">;

/** How old a prompt that steers or stops the running turn may be: later it would affect another turn. */
const TIMELY_MS = 60_000;

const TOO_LATE =
  "This was meant for the turn that was running when you wrote it, and could not be sent in time. Send it again if it is still needed.";

export async function deliver(client: Client, prompt: KeptPrompt, nowMs: number): Promise<Outcome> {
  try {
    if (isTooLate(prompt, nowMs)) return await ifSaved(client, prompt);
    const { id, session, options, text, attachments } = prompt;
    const files = [];
    for (const { name, mediaType, content } of attachments) {
      const { hash } = await client.upload(new Uint8Array(await content.arrayBuffer()));
      files.push({ type: "file" as const, name, mediaType, hash });
    }
    const words = text === "" ? [] : [{ type: "text" as const, text }];
    const delivery = await client.send(session, { ...options, id, content: [...words, ...files] });
    if (delivery.kind === "not_known") return delivery.cause ? withoutRefusal(delivery.cause) : LATER;
    return { kind: "saved", seq: delivery.seq };
  } catch (error) {
    return outcomeOf(error);
  }
}

const LATER: Outcome = { kind: "later", isFault: false };

/** An earlier attempt may have arrived: then the prompt does not count as refused. */
const withoutRefusal = (cause: Error): Outcome => {
  const outcome = outcomeOf(cause);
  return outcome.kind === "refused" ? LATER : outcome;
};

const isTooLate = ({ options: { when }, writtenAt }: KeptPrompt, nowMs: number): boolean =>
  (when === "interrupt" || when === "steer") && nowMs - writtenAt > TIMELY_MS;

async function ifSaved(client: Client, { session, id }: KeptPrompt): Promise<Outcome> {
  try {
    return { kind: "saved", seq: (await client.promptOutcome(session, id)).seq };
  } catch (error) {
    if (error instanceof ProblemError && error.code === "prompt_not_found") return refused("late", TOO_LATE);
    throw error;
  }
}
