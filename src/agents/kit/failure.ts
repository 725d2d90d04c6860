// The facts of a failed turn, in the same order for every agent.
import type { Fact } from "../driver.ts";

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** What people can do about it. */
  readonly hint?: string | undefined;
}

interface Quota {
  readonly until: string | null;
  readonly text: string;
}

/** Where a fork can begin, for agents that report it. */
interface Marked {
  readonly mark?: string;
}

export const LATER = "send the prompt again later";
export const NEW_SESSION = "start a new session: skein new";
/** `keeping` says how not to lose a conversation again. */
export const newSessionHint = ({ keeping }: { readonly keeping?: string }): string =>
  [NEW_SESSION, keeping].filter((one) => one !== undefined).join("; ");
export const updateHint = (install: string): string => `it may be out of date: ${install}`;

export const failedTurn = (failure: Failure, end: Marked = {}): Fact[] => [
  { type: "error", data: failure },
  { type: "turn_end", reason: "failed", error: failure.message, ...end },
];

/** The vendor's quota is used up. */
export const quotaReached = (quota: Quota, end: Marked = {}): Fact[] => [
  { type: "quota_reached", data: quota },
  { type: "turn_end", reason: "limit", error: quota.text, ...end },
];

/** A process with a prompt can't resume its conversation. */
export const lostConversation = (message: string, hint: string): Fact[] => [
  { type: "resume_failed", message, hint },
  { type: "turn_end", reason: "failed", error: message },
];

interface Started {
  readonly title: string;
  readonly install: string;
}

/** A process with a prompt ended before its first line. `words` is its own message. */
export const failedStart = ({ title, install }: Started, words: string, code: number): Fact[] => {
  const message = `${title} could not start${words ? `: ${words}` : ` (exit code ${code})`}`;
  return failedTurn({ code: "start_failed", message, hint: updateHint(install) });
};

/** The same, because nobody is logged in. */
export const notLoggedIn = ({ title, login }: { title: string; login: string }, words: string): Fact[] =>
  failedTurn({ code: "not_logged_in", message: `${title} is not logged in: ${words}`, hint: login });

/** A long-lived process refuses to start; another attempt would fail too. */
export function endedEarly({ title, install }: Started, words: string | undefined, code: number): Fact {
  const message = `${title} ended before it was ready${words ? `: ${words}` : ` (exit code ${code})`}`;
  return { type: "error", data: { code: "start_failed", message, hint: updateHint(install) } };
}
