// What the card of a question says: the whole of what would run or change, what is odd about it, and what each answer would do.
import type { Choice, OpenPermission } from "../../core/index.ts";
import {
  answerableChoices,
  isWhole,
  markPadding,
  missingTexts,
  suspiciousText,
  visibleText,
} from "../../core/without-folds.ts";
import { bytesText } from "../transcript/words.ts";

/** A question, as far as it is known: its long texts may be whole, and the rule is loaded after it. */
export type CardQuestion = Pick<
  OpenPermission,
  | "id"
  | "title"
  | "detail"
  | "notes"
  | "options"
  | "request"
  | "form"
  | "isPartial"
  | "takesReason"
  | "blobs"
  | "taskId"
> & {
  /** What "from now on" would allow, and the file that keeps it; undefined: not known yet. */
  readonly rule?: { readonly text: string; readonly file: string } | null;
};

export interface CardChoice extends Choice {
  /** What it does, in one sentence. */
  readonly about: string;
}

export interface QuestionCard {
  readonly title: string;
  /** Nothing in it is invisible. */
  readonly detail: string;
  readonly notes: readonly string[];
  /** Where it would run, and what it would touch. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly warnings: readonly string[];
  readonly choices: readonly CardChoice[];
  /** Exactly what "from now on" would allow. */
  readonly rule: { readonly text: string; readonly file: string } | null;
}

const line = (text: string): string => visibleText(text).replaceAll("\n", "␊");

export function cardOf(question: CardQuestion, workspace: string | null): QuestionCard {
  const { title, detail, notes = [], request, taskId, rule = null } = question;
  const cwd = request?.cwd ?? (request?.kind === "execute" ? workspace : null);
  const facts = [
    { name: "Tool", value: request?.tool ?? null },
    { name: "Runs in", value: cwd ?? null },
    ...(request?.paths ?? []).map((path) => ({ name: "Path", value: path })),
    { name: "Asked by", value: taskId === undefined ? null : "a task in the background" },
  ];
  return {
    title: line(title.replaceAll("`", "")),
    detail: markPadding(visibleText(detail)),
    notes: notes.map((note) => markPadding(visibleText(note))),
    facts: facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value: line(value) }])),
    warnings: warningsOf(question),
    choices: answerableChoices(question).map((choice) => ({ ...choice, about: aboutChoice(choice, question) })),
    rule: rule && { text: visibleText(rule.text.trim()), file: line(rule.file) },
  };
}

function warningsOf(question: CardQuestion): string[] {
  const { detail, notes = [] } = question;
  const odd = suspiciousText([detail, ...notes].join("\n\n")).map(({ text }) => visibleText(text));
  if (question.isPartial)
    return [...odd, "This is only a part of it: there was more than Skein could keep, so it can't be allowed here."];
  if (isWhole(question)) return odd;
  const bytes = missingTexts(question).reduce((sum, one) => sum + one.bytes, 0);
  return [...odd, `This is only the beginning of it: it has ${bytesText(bytes)} in all, so it can't be allowed here.`];
}

function aboutChoice({ kind, isAllow }: Choice, { rule, takesReason }: CardQuestion): string {
  switch (kind) {
    case "once":
      return "Only this time.";
    case "session":
      return "The rule that is shown allows it in this session from now on.";
    case "project":
      return `The rule that is shown allows it in this directory from now on; it is kept in ${line(rule?.file ?? "")}.`;
    case "deny":
      return "The agent is told no.";
    case "reason":
      return takesReason === false
        ? "The agent is told no. It can't take your words: they stay in the log. Send them as a prompt if it should know."
        : "The agent is told no, with your words.";
    case "own":
      return isAllow ? "An answer of the agent's own; it decides what it allows." : "An answer of the agent's own.";
    default:
      return kind satisfies never;
  }
}

/** The answer that a batch gives to this question; null if it must be answered alone. */
export function batchChoice(question: CardQuestion, kind: "once" | "deny"): Choice | null {
  // Who allows several at once has read all of each, and fills nothing in.
  if (question.form) return null;
  return answerableChoices(question).find((choice) => choice.kind === kind) ?? null;
}
