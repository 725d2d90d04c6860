// `skein answer --all`: the same answer for many questions, each of them shown in full before.
import { homedir } from "node:os";
import type { PermissionDetail } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { type Choice, choicesOf } from "../render/choices.ts";
import { exactText } from "../render/exact-text.ts";
import { detailLines } from "../render/question.ts";
import { relativeTime } from "../render/relative-time.ts";
import { displayName } from "../render/session-name.ts";
import { confirm } from "../session/confirm.ts";
import { findSession } from "../session/find-session.ts";
import { type answerFlags, wantedKind } from "./answer-flags.ts";
import { giveAnswer, type Outcome, outcomeText } from "./give-answer.ts";
import { selectQuestions } from "./select-questions.ts";

interface Answerable {
  readonly question: PermissionDetail;
  readonly choice: Choice;
}

export async function answerAll(context: Context<typeof answerFlags>): Promise<number> {
  const { io, flags, cwd, positionals, say, printJson } = context;
  const kind = wantedKind(flags);
  if ((kind !== "once" && kind !== "deny") || flags.set.length > 0 || flags.option !== undefined || flags.question)
    throw usageFailure(
      "--all wants --once or --deny",
      "rules for the future are made one by one: skein answer <session>",
    );
  const client = await context.client({ confirms: true });
  const ref = flags.session ?? positionals[0];
  const session = ref === undefined ? undefined : (await findSession(client, ref, cwd)).id;
  const { items } = await client.inbox();
  const effect = kind === "once" ? "allow" : "deny";
  const { kind: ofKind, matching } = flags;
  const filter = { session, kind: ofKind, matching, effect, home: io.env.HOME ?? homedir() } as const;
  const chosen = selectQuestions(items, filter).flatMap((question): Answerable[] => {
    const choice = choicesOf(question).find((one) => one.kind === kind);
    return choice ? [{ question, choice }] : [];
  });
  if (chosen.length === 0) {
    if (flags.json) printJson({ v: 1, answers: [] });
    say(items.length === 0 ? "Nothing waits for you." : `Nothing of what waits is meant (${items.length} in all).`);
    return exitCodes.ok.code;
  }
  for (const line of listLines(chosen, io.now())) say(line);
  await confirm(
    context,
    `${kind === "once" ? "allow" : "deny"} ${chosen.length === 1 ? "it" : `these ${chosen.length}`}?`,
  );
  const answers: { question: PermissionDetail; outcome: Outcome }[] = [];
  for (const { question, choice } of chosen) {
    const wish = { choice, ...(flags.reason === undefined ? {} : { reason: flags.reason }) };
    const outcome = await giveAnswer(client, question, wish);
    answers.push({ question, outcome });
    say(`${nameOf(question)}: ${exactText(question.title)}: ${outcomeText(question, wish, outcome)}`);
  }
  if (flags.json)
    printJson({
      v: 1,
      answers: answers.map(({ question, outcome }) => ({
        session: question.session,
        permission: question.id,
        ...outcome,
      })),
    });
  const missed = answers.filter(({ outcome }) => outcome.kind !== "answered").length;
  if (missed > 0)
    throw new Failure(`${missed} of ${answers.length} were not answered here`, {
      exit: "tooLate",
      code: "already_answered",
      why: "somebody else was first, or whoever asked is gone",
      fix: "see what still waits: skein inbox",
    });
  return exitCodes.ok.code;
}

const nameOf = ({ session, name }: PermissionDetail): string => displayName({ id: session, name });

/** Each in full: what is allowed is what was shown. */
const listLines = (chosen: readonly Answerable[], nowMs: number): string[] =>
  chosen.flatMap(({ question }, index) => [
    `${index + 1}  ${nameOf(question)} (${exactText(question.agent)}, ${relativeTime(question.askedAt, nowMs)}): ${exactText(question.title)}`,
    ...detailLines(question.detail).map((line) => `   ${line}`),
  ]);
