// Why waiting for a prompt ended without an answer, and what to do.
import type { Client, Delivery, ListedSession } from "../../client/index.ts";
import { LOGIN_NEEDED, type PromptResult } from "../../core/index.ts";
import { Failure } from "../failure.ts";
import { answerableChoices } from "../render/choices.ts";
import { howToFillIn } from "../render/form.ts";
import { queuedName } from "../render/passing-wait.ts";
import { fillIn } from "../render/placeholders.ts";
import { choiceLabel, plainLines, type Question, ruleLines } from "../render/question.ts";
import { questionFlag } from "../render/question-flag.ts";
import { displayName, type Named, shortId } from "../render/session-name.ts";
import type { Called } from "../session/reference.ts";
import { clockTime } from "../text/clock-time.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import type { Deadline } from "./deadline.ts";

type Waits = Extract<PromptResult, { kind: "waits" }>;
type Unknown = Extract<Delivery, { kind: "not_known" }>;

/** Null if the turn was completed. */
export function outcomeFailure(called: Called<ListedSession>, outcome: PromptResult): Failure | null {
  const { ref } = called;
  const name = displayName(called.session);
  switch (outcome.kind) {
    case "ended": {
      const { reason, error, limit, login } = outcome;
      if (reason === "completed") return null;
      if (login) return loginFailure(called, login);
      if (reason === "interrupted") {
        const again = `send it again, or another prompt: skein send ${ref} "…"`;
        return new Failure(`the turn of ${name} was stopped`, {
          exit: "interrupted",
          code: "turn_interrupted",
          why: limit ? safeLine(limit.message) : undefined,
          fix: limit?.hint ? safeLine(fillIn(limit.hint, { ref })) : again,
        });
      }
      const what = { failed: "failed the turn", refused: "refused", limit: "stopped at a limit" }[reason];
      const why = error === null ? undefined : safeLine(error);
      return new Failure(`the agent ${what}`, { exit: "turnFailed", code: `turn_${reason}`, why, fix: seeMore(ref) });
    }
    case "asks": {
      const why = outcome.isQueued ? "the prompt is queued and goes when it is answered" : undefined;
      return questionFailure(called, outcome.question, { exit: "waiting", why });
    }
    case "waits":
      return waitFailure(called, outcome);
    case "withdrawn":
      return new Failure(`the prompt was cancelled: ${safeLine(outcome.reason)}`, {
        exit: "withdrawn",
        code: "prompt_withdrawn",
        fix: `send it again: skein send ${ref} "…"`,
      });
    case "halted":
      if (outcome.code === LOGIN_NEEDED) return loginFailure(called, outcome);
      return new Failure(safeLine(outcome.message), {
        exit: "turnFailed",
        code: "agent_halted",
        fix: outcome.hint === null ? seeMore(ref) : safeLine(outcome.hint),
      });
    default:
      return outcome satisfies never;
  }
}

function loginFailure(
  { session, ref }: Called<ListedSession>,
  { message, hint }: { message: string; hint: string | null },
): Failure {
  const again = `then send it again: skein send ${ref} "…"`;
  return new Failure(`${safeLine(session.agent)} is not logged in`, {
    exit: "denied",
    code: LOGIN_NEEDED,
    why: safeLine(message),
    fix: hint === null ? seeMore(ref) : `${safeLine(hint)}; ${again}`,
  });
}

function waitFailure({ session, ref }: Called, { wait, nowMs }: Waits): Failure {
  const release = `skein queue ${ref} release`;
  switch (wait.kind) {
    case "held": {
      const { what } = wait;
      const exit = "waiting";
      const code = `${what}_held`;
      if (what === "queue") {
        const message = `the queue of ${displayName(session)} is held until a person releases it`;
        const { refusal } = wait;
        if (refusal === undefined) return new Failure(message, { exit, code, fix: release });
        const fix = `set something else, or retry in a new process; then: ${release}`;
        return new Failure(message, { exit, code, why: safeLine(refusal), fix });
      }
      const fix = `${release} ${shortId(wait.prompt.promptId)}`;
      if (what === "prompt") return new Failure("the prompt is held until a person releases it", { exit, code, fix });
      const message = "the prompt waits for another one, which is held until a person releases it";
      return new Failure(message, { exit, code, why: `${queuedName(wait.prompt)} is held`, fix });
    }
    case "budget":
      return new Failure(`the prompt waits: ${safeLine(wait.text)}`, {
        exit: "waiting",
        code: "budget_used_up",
        fix: `${fillIn(wait.hint, { ref })}${wait.isQueueHeld ? `; then release the queue: ${release}` : ""}`,
      });
    case "quota": {
      const until = wait.until === null ? "" : `; it is back ${clockTime(wait.until, nowMs)}`;
      return new Failure(`the prompt waits: the agent's quota is used up${until}`, {
        exit: "waiting",
        code: "quota_reached",
        why: safeLine(wait.text),
        fix: `send a prompt then, and the queue continues: skein send ${ref} "…"`,
      });
    }
    default:
      return wait satisfies never;
  }
}

/** The question in full, for the person who answers it. */
export function questionFailure(
  { session, ref }: Called,
  question: Question & { readonly id: string },
  { exit, why }: { exit: "waiting" | "denied"; why?: string | undefined },
): Failure {
  const { title, form } = question;
  const asks = form ? "asks" : "asks for permission";
  const command = `skein answer ${ref} ${questionFlag(question)}`;
  return new Failure(`${displayName(session)} ${asks}: ${exactLine(title)}`, {
    exit,
    code: "permission_asked",
    why,
    lines: [
      ...plainLines({ ...question, ref }),
      "",
      ...answerableChoices(question).map((choice) => `${choice.number}  ${choiceLabel(choice)}`),
      ...ruleLines(question),
    ],
    // Pasted unchanged, the command asks: the person adds the answer.
    fix: form ? howToFillIn(form, command) : `answer it, with a number behind this: ${command}`,
    facts: { permission: question },
  });
}

/**
 * It is unknown whether the prompt arrived; sent again in the same way under its id, it has no second effect. The session's name may be ambiguous
 * by now, so the hint uses its id.
 */
export const notKnownFailure = (session: Named, { promptId, cause }: Unknown, wish: PromptWish = {}): Failure =>
  new Failure(`it is unknown whether ${displayName(session)} got the prompt`, {
    exit: "unreachable",
    code: "not_known",
    why: cause === null ? "no answer came in time" : safeLine(cause.message),
    fix: `send it again under its id, which sends nothing twice: ${[`skein send ${safeLine(session.id)} "…"`, ...wishFlagsOf(wish), `--prompt-id ${promptId}`].join(" ")}`,
    facts: { promptId },
  });

type PromptWish = Partial<Omit<Parameters<Client["send"]>[1], "id">>;

/** The prompt's options as flags of `send`. */
function wishFlagsOf({
  content = [],
  command,
  when,
  else: otherwise,
  place,
  notBefore,
  after,
  held,
}: PromptWish): string[] {
  return [
    ...content.flatMap((part) => (part.type === "file" ? [`--file ${safeLine(shellWord(part.name))}`] : [])),
    ...(command ? ["--command"] : []),
    ...(when === "interrupt" ? ["--now"] : []),
    ...(when === "steer" ? ["--steer", ...(otherwise === "reject" ? ["--else reject"] : [])] : []),
    ...(place ? ["--first"] : []),
    ...(notBefore === undefined ? [] : [`--at ${notBefore}`]),
    ...(after === undefined ? [] : [`--after ${safeLine(after)}`]),
    ...(held ? ["--hold"] : []),
  ];
}

const seeMore = (ref: string): string => `see what happened: skein show ${ref}`;

interface Cut {
  /** The prompt is still in the queue; absent if the wait was for something else. */
  readonly isQueued?: boolean;
}

export function cutFailure({ session, ref }: Called, cut: Deadline["cut"], { isQueued }: Cut = {}): Failure {
  const name = displayName(session);
  const goesOn = `follow it: skein follow ${ref}`;
  if (cut === "timeout")
    return new Failure(`${name} has not finished in time`, {
      exit: "timeout",
      code: "timeout",
      fix: isQueued ? staysQueued(ref) : `it continues; ${goesOn}`,
    });
  // If the person leaves during the request, it is unknown whether the prompt arrived.
  const sent = isQueued === undefined ? "it continues" : "the prompt was sent and continues";
  return new Failure("interrupted", {
    exit: "interrupted",
    code: "interrupted",
    fix: isQueued ? staysQueued(ref) : `${sent}; ${goesOn}`,
  });
}

const staysQueued = (ref: string): string => `it stays queued: skein queue ${ref}`;
