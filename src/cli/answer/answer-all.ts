// `skein answer --all`: the same answer to many questions, after all of them were shown in full.
import { homedir } from "node:os";
import type { Client, PermissionDetail } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { inlineTexts } from "../history/inline-texts.ts";
import { askerLine } from "../render/asker.ts";
import { type Choice, choicesOf, isWhole, missingTexts } from "../render/choices.ts";
import { plainLines } from "../render/question.ts";
import { displayName } from "../render/session-name.ts";
import { findSession } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { agentRows, anyRow, listed } from "../text/agent-text.ts";
import { exactLine } from "../text/exact-text.ts";
import { relativeTime } from "../text/relative-time.ts";
import { type answerFlags, wantedKind } from "./answer-flags.ts";
import { giveAnswer, type Outcome, outcomeText } from "./give-answer.ts";
import { selectQuestions } from "./select-questions.ts";

interface Answerable {
  readonly question: PermissionDetail;
  readonly choice: Choice;
}

interface Answered {
  readonly question: PermissionDetail;
  readonly outcome: Outcome;
}

export async function answerAll(context: Context<typeof answerFlags>): Promise<number> {
  const { io, flags, positionals, style, say, printJson } = context;
  const kind = wantedKind(flags);
  if ((kind !== "once" && kind !== "deny") || flags.set.length > 0 || flags.option !== undefined || flags.question)
    throw usageFailure("--all needs --once or --deny", "rules are made one at a time: skein answer <session>");
  const [ref, word] = flags.session === undefined ? positionals : [flags.session, ...positionals];
  if (word !== undefined) throw usageFailure(`--all does not take "${word}"`, "its answer is --once or --deny");
  const client = await context.client({ confirms: true });
  const session = ref === undefined ? undefined : (await findSession(client, ref, context)).id;
  const effect = kind === "once" ? "allow" : "deny";
  const { kind: ofKind, matching } = flags;
  const filter = { session, kind: ofKind, matching, effect, home: io.env.HOME ?? homedir() } as const;
  const items = await wholeQuestions(client);
  // A pattern is compared with the whole question only.
  const { matching: _, ...unread } = filter;
  const beginnings = selectQuestions(
    items.filter((one) => !isWhole(one)),
    unread,
  );
  const meant = selectQuestions(items.filter(isWhole), filter).map((question) => ({
    question,
    choice: choicesOf(question).find((one) => one.kind === kind),
  }));
  const chosen = meant.flatMap(({ question, choice }): Answerable[] => (choice ? [{ question, choice }] : []));
  const leftOut = [...beginnings, ...meant.flatMap(({ question, choice }) => (choice ? [] : [question]))];
  if (chosen.length === 0 && leftOut.length === 0)
    say(items.length === 0 ? "Nothing waits for you." : `No open question matches (${items.length} in all).`);
  for (const line of listLines(chosen, io.now())) say(agentRows(line, style, "", listed));
  if (chosen.length > 0)
    await confirm(
      context,
      `${kind === "once" ? "allow" : "deny"} ${chosen.length === 1 ? "it" : `these ${chosen.length}`}?`,
    );
  const answers: Answered[] = [];
  // One code confirms all answers, if a code is needed.
  if (chosen.length > 1)
    await client.introduce(
      chosen.map(({ question: { session, id } }) => ({ route: "answer", params: { session, permission: id } })),
    );
  for (const { question, choice } of chosen) {
    const answer = { choice, ...(flags.reason === undefined ? {} : { reason: flags.reason }) };
    const outcome = await giveAnswer(client, question, answer);
    answers.push({ question, outcome });
    const told = `${nameOf(question)}: ${exactLine(question.title)}: ${outcomeText(question, answer, outcome)}`;
    say(agentRows(told, style, "", anyRow));
  }
  if (flags.json) printJson(asJson(answers, leftOut));
  refuseMissed(answers);
  await refuseLeftOut(leftOut, {
    word: kind === "once" ? "yes" : "no",
    refer: ({ session: id, name }) => referenceTo(client, { id, name }, context),
  });
  return exitCodes.ok.code;
}

async function wholeQuestions(client: Client): Promise<PermissionDetail[]> {
  const { items } = await client.inbox();
  const whole: PermissionDetail[] = [];
  for (const item of items) whole.push(await inlineTexts(client, item));
  return whole;
}

/** The size of what can't be shown; null if it is unknown or nothing is hidden. */
const sizeOf = (question: PermissionDetail): number | null =>
  question.isPartial || isWhole(question) ? null : Math.max(...missingTexts(question).map(({ bytes }) => bytes));

const nameOf = ({ session, name }: PermissionDetail): string => displayName({ id: session, name });

/** Each question in full: what is allowed is what was shown. */
const listLines = (chosen: readonly Answerable[], nowMs: number): string[] =>
  chosen.flatMap(({ question }, index) => [
    `${index + 1}  ${askerLine(question, [relativeTime(question.askedAt, nowMs)])}: ${exactLine(question.title)}`,
    ...plainLines(question).map((line) => `   ${line}`),
  ]);

const asJson = (answers: readonly Answered[], leftOut: readonly PermissionDetail[]): object => ({
  v: 1,
  answers: answers.map(({ question: { session, id }, outcome }) => ({ session, permission: id, ...outcome })),
  ...(leftOut.length > 0
    ? { leftOut: leftOut.map((one) => ({ session: one.session, permission: one.id, bytes: sizeOf(one) })) }
    : {}),
});

function refuseMissed(answers: readonly Answered[]): void {
  const missed = answers.filter(({ outcome }) => outcome.kind !== "answered").length;
  if (missed === 0) return;
  throw new Failure(`${missed} of ${answers.length} were not answered here`, {
    exit: "tooLate",
    code: "already_answered",
    why: "someone else was first, or the agent is gone",
    fix: "see the open questions: skein inbox",
  });
}

async function refuseLeftOut(
  [first, ...others]: readonly PermissionDetail[],
  { word, refer }: { word: "yes" | "no"; refer: (question: PermissionDetail) => Promise<string> },
): Promise<void> {
  if (!first) return;
  const ref = await refer(first);
  const count = others.length === 0 ? "1 question is" : `${others.length + 1} questions are`;
  throw new Failure(`${count} left out: ${nameOf(first)} asks ${whyLeftOut(first, word)}`, {
    exit: "waiting",
    code: "left_out",
    fix: `read ${others.length === 0 ? "it" : "each"} and answer it alone: skein answer ${ref}`,
  });
}

function whyLeftOut(question: PermissionDetail, word: "yes" | "no"): string {
  if (isWhole(question)) return `something that can't be answered with a plain ${word}`;
  const bytes = sizeOf(question);
  return `${bytes === null ? "more than Skein could keep" : `something of ${bytes} bytes`}, which can't be shown whole`;
}
