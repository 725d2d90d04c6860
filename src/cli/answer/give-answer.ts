// Sends an answer and reports the outcome: the first answer counts, whoever gives it.

import { type Client, type ListedSession, type PermissionDetail, ProblemError } from "../../client/index.ts";
import { type By, optionLabel } from "../../core/index.ts";
import { Failure } from "../failure.ts";
import { byName } from "../render/by-name.ts";
import { reasonText } from "../render/reason-text.ts";
import { displayName, type Named } from "../render/session-name.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";
import type { AnswerRequest } from "./ask-question.ts";

export type Outcome =
  | { readonly kind: "answered"; readonly seq: number }
  /** Someone else answered first. */
  | { readonly kind: "elsewhere"; readonly option: string; readonly by: By }
  /** The asking process is gone. */
  | { readonly kind: "stale"; readonly why: string };

type Asked = Pick<PermissionDetail, "id" | "session" | "name" | "title" | "options" | "rule">;

export async function giveAnswer(client: Client, question: Asked, answer: AnswerRequest): Promise<Outcome> {
  const { choice, reason, content } = answer;
  const { rule } = question;
  const isKept = choice.kind === "session" || choice.kind === "project";
  const remember = isKept && rule ? { scope: choice.kind as "session" | "project", rule: rule.text } : undefined;
  try {
    const { seq } = await client.answer(question.session, question.id, {
      option: choice.option,
      ...(reason === undefined ? {} : { message: reason }),
      ...(content === undefined ? {} : { content }),
      ...(remember ? { remember } : {}),
    });
    return { kind: "answered", seq };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, facts, message } = error;
    if (code === "already_answered") return { kind: "elsewhere", option: String(facts.option), by: facts.by as By };
    if (code === "stale_permission" || code === "permission_not_found") return { kind: "stale", why: message };
    throw error;
  }
}

/** How a question closed while the person looked at it. */
export async function closedOutcome(client: Client, { session, id }: Asked): Promise<Outcome> {
  const gone: Outcome = { kind: "stale", why: "It is no longer open." };
  try {
    const now = await client.permission(session, id);
    if (now.state === "stale") return { kind: "stale", why: now.reason };
    return now.state === "asked" ? gone : { kind: "elsewhere", option: now.option, by: now.by };
  } catch (error) {
    if (error instanceof ProblemError) return gone;
    throw error;
  }
}

/** One line: "answered: Allow once", "was answered already: Deny, by web", "no longer open: …". */
export function outcomeText(
  question: Asked,
  answer: Pick<AnswerRequest, "choice" | "reason">,
  outcome: Outcome,
): string {
  if (outcome.kind !== "answered") return missedText(question, outcome);
  return `answered: ${exactLine(answer.choice.label)}${reasonText(answer.reason)}`;
}

export function missedText({ options }: Asked, outcome: Exclude<Outcome, { kind: "answered" }>): string {
  if (outcome.kind === "stale") return `no longer open: ${safeLine(outcome.why)}`;
  const option = options.find(({ id }) => id === outcome.option);
  const label = option ? optionLabel(option) : outcome.option;
  return `was answered already: ${exactLine(label)}, by ${nameOf(outcome.by)}`;
}

const nameOf = (by: By): string => {
  if (by.kind === "policy") return `a rule${by.name ? ` (${safeLine(by.name)})` : ""}`;
  return safeLine(byName(by) ?? by.kind);
};

export function outcomeFailure(
  question: Asked & { readonly ref: string },
  outcome: Exclude<Outcome, { kind: "answered" }>,
): Failure {
  const { ref } = question;
  const session: Named = { id: question.session, name: question.name };
  const isStale = outcome.kind === "stale";
  return new Failure(`the question of ${displayName(session)} ${missedText(question, outcome)}`, {
    exit: "tooLate",
    code: isStale ? "stale_permission" : "already_answered",
    fix: isStale ? continueHint(ref) : `see the result: skein show ${ref} --turns 1`,
    facts: isStale ? {} : { option: outcome.option, by: outcome.by },
  });
}

/**
 * The error for a named question that is already settled, the same as when someone else answers a moment earlier. Null if the session has no such
 * question, or if it is open.
 */
export async function settledQuestion(
  client: Client,
  { id: session, name }: Pick<ListedSession, "id" | "name">,
  { id, refer }: { id: string; refer: () => Promise<string> },
): Promise<Failure | null> {
  const { open, closed } = (await client.session(session)).state.permission;
  const found = open.find((one) => one.id === id) ?? closed.find((one) => one.id === id);
  if (!found || found.state === "asked") return null;
  const outcome: Exclude<Outcome, { kind: "answered" }> =
    found.state === "stale"
      ? { kind: "stale", why: found.reason }
      : { kind: "elsewhere", option: found.option, by: found.by };
  // The options of a closed question are no longer known, so the chosen option's id is shown.
  const options = "options" in found ? found.options : [];
  return outcomeFailure({ id, session, name, title: "", options, rule: null, ref: await refer() }, outcome);
}

/** The asking process is gone; a new one continues the conversation. */
export const continueHint = (ref: string): string => `to continue: skein send ${ref} "go on"`;
