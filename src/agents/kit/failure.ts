// How a turn ends that went wrong: the same facts in the same order, whichever agent it was.
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

/** Where a fork can begin, for agents that can say it. */
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

/** The vendor gives no more for now. */
export const quotaReached = (quota: Quota, end: Marked = {}): Fact[] => [
  { type: "quota_reached", data: quota },
  { type: "turn_end", reason: "limit", error: quota.text, ...end },
];

/** A process that was given a prompt, and can't go on with the conversation that it belongs to. */
export const lostConversation = (message: string, hint: string): Fact[] => [
  { type: "resume_failed", message, hint },
  { type: "turn_end", reason: "failed", error: message },
];

interface Started {
  readonly title: string;
  readonly install: string;
}

/** A process that was given a prompt, and ended before its first line. `words` are its own about it. */
export const failedStart = ({ title, install }: Started, words: string, code: number): Fact[] => {
  const message = `${title} could not start${words ? `: ${words}` : ` (exit code ${code})`}`;
  return failedTurn({ code: "start_failed", message, hint: updateHint(install) });
};

/** The same, because nobody is logged in. */
export const notLoggedIn = ({ title, login }: { title: string; login: string }, words: string): Fact[] =>
  failedTurn({ code: "not_logged_in", message: `${title} is not logged in: ${words}`, hint: login });

/** A long-lived process that refuses to start; starting it again would change nothing. */
export function endedEarly({ title, install }: Started, words: string | undefined, code: number): Fact {
  const message = `${title} ended before it was ready${words ? `: ${words}` : ` (exit code ${code})`}`;
  return { type: "error", data: { code: "start_failed", message, hint: updateHint(install) } };
}
