// Why waiting for a prompt did not end with an answer, and what to do then.
import type { ListedSession } from "../../client/index.ts";
import { Failure } from "../failure.ts";
import { exactText } from "../render/exact-text.ts";
import type { Question } from "../render/question.ts";
import { safeLine } from "../render/safe-text.ts";
import { displayName, referenceOf } from "../render/session-name.ts";
import type { Deadline } from "./deadline.ts";
import type { PromptOutcome } from "./turn-watch.ts";

/** Null when the turn was completed. */
export function outcomeFailure(session: ListedSession, outcome: PromptOutcome): Failure | null {
  const name = displayName(session);
  const ref = referenceOf(session);
  switch (outcome.kind) {
    case "ended": {
      const { reason, error } = outcome;
      if (reason === "completed") return null;
      if (reason === "interrupted") {
        const fix = `send it again, or something else: skein send ${ref} "…"`;
        return new Failure(`the turn of ${name} was interrupted`, {
          exit: "interrupted",
          code: "turn_interrupted",
          fix,
        });
      }
      const what = { failed: "failed the turn", refused: "refused", limit: "stopped at a limit" }[reason];
      const why = error === null ? undefined : safeLine(error);
      return new Failure(`the agent ${what}`, { exit: "turnFailed", code: `turn_${reason}`, why, fix: seeMore(ref) });
    }
    case "asks":
      return questionFailure(session, outcome.question, "waiting");
    case "withdrawn":
      return new Failure(`the prompt was withdrawn: ${safeLine(outcome.reason)}`, {
        exit: "failed",
        code: "prompt_withdrawn",
      });
    case "halted":
      return new Failure(safeLine(outcome.message), {
        exit: "turnFailed",
        code: "agent_halted",
        fix: outcome.hint === null ? seeMore(ref) : safeLine(outcome.hint),
      });
    default:
      return outcome satisfies never;
  }
}

/** The question in full, for whoever is to answer it. */
export function questionFailure(session: ListedSession, question: Question, exit: "waiting" | "denied"): Failure {
  const { title, detail, options } = question;
  const numbers = options.map((_, index) => index + 1).join("|");
  return new Failure(`${displayName(session)} asks for permission: ${exactText(title)}`, {
    exit,
    code: "permission_asked",
    lines: [...exactText(detail).split("\n"), "", ...options.map(({ label }, at) => `${at + 1}  ${exactText(label)}`)],
    fix: `answer it: skein answer ${referenceOf(session)} ${numbers}`,
    facts: { permission: question },
  });
}

const seeMore = (ref: string): string => `see what happened: skein show ${ref}`;

export function cutFailure(session: ListedSession, cut: Deadline["cut"]): Failure {
  const [name, ref] = [displayName(session), referenceOf(session)];
  const fix = `it goes on; follow it: skein follow ${ref}`;
  return cut === "timeout"
    ? new Failure(`${name} has not finished in time`, { exit: "timeout", code: "timeout", fix })
    : new Failure("interrupted", { exit: "interrupted", code: "interrupted", fix });
}
