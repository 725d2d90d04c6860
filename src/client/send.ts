// Sends a prompt: acknowledged by the daemon's answer or by the log; else sent once more under the same id; else its state is unknown.
import type { CommandAnswer } from "../protocol/index.ts";
import type { Acknowledgements } from "./acknowledgements.ts";
import type { Wait } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import { ProblemError } from "./problem-error.ts";

/** How long an answer may take before the prompt is sent again. */
export const ACKNOWLEDGE_WITHIN_MS = { desktop: 15_000, mobile: 30_000 } as const;

const ATTEMPTS = 2;

export type Delivery =
  /** It is in the log. `answer` is null if the log showed it first: then `seq` is an event that shows it. */
  | {
      readonly kind: "acknowledged";
      readonly promptId: string;
      readonly seq: number;
      readonly answer: CommandAnswer | null;
    }
  /** It may or may not have arrived. It can be sent again under the same id at any time. */
  | { readonly kind: "not_known"; readonly promptId: string; readonly cause: Error | null };

export interface Sending {
  readonly promptId: string;
  readonly withinMs: number;
  /** `onLost`: a connection broke without an answer. */
  readonly attempt: (signal: AbortSignal, onLost: () => void) => Promise<CommandAnswer>;
  readonly acknowledgements: Acknowledgements;
  readonly wait: Wait;
}

/**
 * For prompts this decides how long an answer may take: `attempt` runs without a timeout of the transport until its signal is aborted. Rejects only if the prompt was refused, or
 * if no daemon could accept it.
 */
export async function send({ promptId, withinMs, attempt, acknowledgements, wait }: Sending): Promise<Delivery> {
  const traced = Promise.withResolvers<number>();
  const forget = acknowledgements.expect(promptId, traced.resolve);
  let attempts = 0;
  let isLost = false;
  const onLost = (): void => {
    isLost = true;
  };
  const inLog = traced.promise.then((seq): Delivery => ({ kind: "acknowledged", promptId, seq, answer: null }));
  try {
    for (; attempts < ATTEMPTS; attempts++) {
      const over = new AbortController();
      const answered = attempt(over.signal, onLost).then(
        (answer): Delivery => ({ kind: "acknowledged", promptId, seq: answer.seq, answer }),
      );
      const late = wait(withinMs, over.signal).then(() => null);
      const delivery = await Promise.race([answered, inLog, late]).finally(() => over.abort());
      if (delivery) return delivery;
    }
    return { kind: "not_known", promptId, cause: null };
  } catch (error) {
    const mayBeThere = isLost || attempts > 0;
    if (isRefusal(error) || (!mayBeThere && !isUncertain(error))) throw error;
    return { kind: "not_known", promptId, cause: error instanceof Error ? error : null };
  } finally {
    forget();
  }
}

/** The daemon has looked at the prompt and does not take it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && !["fenced", "draining", "internal"].includes(error.code);

/** Also of a first attempt: a failing log does not know whether it has the prompt, and a request is repeated while a daemon shuts down. */
function isUncertain(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind === "lost";
  return error instanceof ProblemError && ["fenced", "draining"].includes(error.code);
}
