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
  readonly attempt: (signal: AbortSignal) => Promise<CommandAnswer>;
  readonly acknowledgements: Acknowledgements;
  readonly wait: Wait;
}

/**
 * The only place that decides how long an answer may take: `attempt` runs until its signal is aborted. Rejects only if the prompt was refused, or
 * if no daemon could accept it.
 */
export async function send({ promptId, withinMs, attempt, acknowledgements, wait }: Sending): Promise<Delivery> {
  const traced = Promise.withResolvers<number>();
  const forget = acknowledgements.expect(promptId, traced.resolve);
  let attempts = 0;
  const inLog = traced.promise.then((seq): Delivery => ({ kind: "acknowledged", promptId, seq, answer: null }));
  try {
    for (; attempts < ATTEMPTS; attempts++) {
      const over = new AbortController();
      const answered = attempt(over.signal).then(
        (answer): Delivery => ({ kind: "acknowledged", promptId, seq: answer.seq, answer }),
      );
      const late = wait(withinMs, over.signal).then(() => null);
      const delivery = await Promise.race([answered, inLog, late]).finally(() => over.abort());
      if (delivery) return delivery;
    }
    return { kind: "not_known", promptId, cause: null };
  } catch (error) {
    if (!mayBeThere(error, attempts)) throw error;
    return { kind: "not_known", promptId, cause: error };
  } finally {
    forget();
  }
}

/** The daemon of an earlier attempt may have stored it; a failing log does not know whether it has. */
function mayBeThere(error: unknown, attempts: number): error is Error {
  if (error instanceof ConnectionError) return attempts > 0 || error.kind === "lost";
  if (!(error instanceof ProblemError)) return false;
  // The request was retried during a shutdown: an earlier daemon may have accepted the first one.
  return ["fenced", "draining"].includes(error.code) || (attempts > 0 && error.code === "internal");
}
