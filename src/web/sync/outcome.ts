// What became of an attempt to send a prompt: saved, refused for good, or to be tried later.
import { ConnectionError, ProblemError } from "../../client-entry/lazy.ts";
import type { Reason } from "./outbox-entry.ts";

export type Outcome =
  | { readonly kind: "saved"; readonly seq: number }
  | { readonly kind: "refused"; readonly reason: Reason }
  /** Nothing is known, or nobody was there. `isFault`: the daemon failed at this very prompt. */
  | { readonly kind: "later"; readonly isFault: boolean };

const LATER: Outcome = { kind: "later", isFault: false };

export const refused = (code: string, text: string): Outcome => ({ kind: "refused", reason: { code, text } });

const OTHER_VERSION =
  "An earlier version of this prompt had reached Skein before it was edited. Send it again if this version is needed, too.";

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ConnectionError) return LATER;
  if (!(error instanceof ProblemError)) return refused("failed", String(error));
  const { code, status, retryable, message } = error;
  // An attempt arrived whose answer is long gone.
  if (code === "prompt_exists") return { kind: "saved", seq: 0 };
  // Signed out: the person signs in again, and nothing is lost.
  if (retryable || status === 401) return LATER;
  // Other numbers are those of a proxy that reaches nobody.
  if (status >= 500) return { kind: "later", isFault: status === 500 };
  return refused(code, code === "id_reused" ? OTHER_VERSION : message);
}
