// The result of an attempt to send a prompt: saved, refused for good, or to be retried.
import { ConnectionError, ProblemError } from "../../../client-entry/lazy.ts";
import type { Reason } from "./outbox-entry.ts";

export type Outcome =
  | { readonly kind: "saved"; readonly seq: number }
  | { readonly kind: "refused"; readonly reason: Reason }
  /** It is unknown whether it arrived, or nobody answered. `isFault`: the daemon failed on this prompt. */
  | { readonly kind: "later"; readonly isFault: boolean };

const LATER: Outcome = { kind: "later", isFault: false };

export const refused = (code: string, text: string): Outcome => ({ kind: "refused", reason: { code, text } });

const OTHER_VERSION =
  "An earlier version of this prompt had reached Skein before it was edited. Send it again if this version is needed, too.";

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ConnectionError) return LATER;
  if (!(error instanceof ProblemError)) return refused("failed", String(error));
  const { code, status, retryable, message } = error;
  // An earlier attempt had arrived, but its receipt is too old.
  if (code === "prompt_exists") return { kind: "saved", seq: 0 };
  // Signed out: it is sent after the next sign-in.
  if (retryable || status === 401) return LATER;
  // Other codes come from a proxy that can't reach the daemon.
  if (status >= 500) return { kind: "later", isFault: status === 500 };
  return refused(code, code === "id_reused" ? OTHER_VERSION : message);
}
