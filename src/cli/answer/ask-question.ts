// Asks a person for the answer to a question: the choice, and its details (reason, rule, form values).
import type { FormContent } from "../../core/index.ts";
import { askYes, type Dialogue } from "../dialogue/dialogue.ts";
import { usageFailure } from "../failure.ts";
import { type Asked, answerableChoices, type Choice, findSpoken, numbersOf } from "../render/choices.ts";
import { filledLines, setFlags } from "../render/form.ts";
import { ruleLines } from "../render/question.ts";
import { listRows } from "../text/agent-text.ts";
import { exactText } from "../text/exact-text.ts";
import { fieldLines, readField } from "./fields.ts";

export interface AnswerRequest {
  readonly choice: Choice;
  readonly reason?: string;
  readonly content?: FormContent;
}

/** What the flags already say. */
export interface Given {
  readonly choice?: Choice | undefined;
  readonly reason?: string | undefined;
  readonly content?: FormContent | undefined;
  /** Needs no further confirmation. */
  readonly isSure?: boolean;
}

/** Null if the person goes back. If nobody can be asked (`dialogue` is null), it throws and says what is missing. */
export async function askQuestion(
  dialogue: Dialogue | null,
  question: Asked,
  { choice: chosen, reason, content, isSure = false }: Given,
): Promise<AnswerRequest | null> {
  const choice =
    chosen ?? (await askChoice(need(dialogue, "choose with --once or --deny"), answerableChoices(question)));
  if (choice === null) return null;
  if (choice.kind === "project" && !isSure) {
    const talk = need(dialogue, "check the rule (skein inbox --json), then add -y");
    if (chosen) talk.show(listRows(ruleLines(question), talk.columns));
    if (!(await askYes(talk, "keep this rule for the directory? [y/N] "))) return null;
  }
  const why = reason ?? (choice.kind === "reason" ? await askReason(need(dialogue, 'add --reason "…"')) : undefined);
  if (why === null) return null;
  const filled = question.form && choice.isAllow ? await askFields(dialogue, question.form, content ?? {}) : undefined;
  if (filled === null) return null;
  return { choice, ...(why === undefined ? {} : { reason: why }), ...(filled ? { content: filled } : {}) };
}

function need(dialogue: Dialogue | null, fix: string): Dialogue {
  if (dialogue) return dialogue;
  throw usageFailure("a value is missing, and there is no terminal to ask for it", fix);
}

async function askChoice(dialogue: Dialogue, choices: readonly Choice[]): Promise<Choice | null> {
  const problem = (text: string) =>
    text.trim() === "" || findSpoken(text, choices)
      ? null
      : `"${exactText(text.trim())}" is not one of the choices; nothing was answered`;
  const typed = await dialogue.ask(`${numbersOf(choices)} › `, { problem });
  return typed === null ? null : findSpoken(typed, choices);
}

async function askReason(dialogue: Dialogue): Promise<string | null> {
  const typed = await dialogue.ask("why? › ", { isFollowUp: true });
  return typed === null || typed.trim() === "" ? null : typed.trim();
}

async function askFields(
  dialogue: Dialogue | null,
  form: NonNullable<Asked["form"]>,
  given: FormContent,
): Promise<FormContent | null> {
  const content: FormContent = { ...given };
  for (const field of form) {
    if (Object.hasOwn(content, field.id)) continue;
    if (!dialogue && !field.isRequired) continue;
    const talk = need(dialogue, `fill it in: ${setFlags(form)}`);
    talk.show(listRows(fieldLines(field), talk.columns));
    const problem = (text: string) => {
      const read = readField(field, text);
      return "problem" in read ? exactText(read.problem) : null;
    };
    const typed = await talk.ask("› ", { problem, isFollowUp: true });
    const read = typed === null ? null : readField(field, typed);
    if (!read || "problem" in read) return null;
    if (read.value !== undefined) content[field.id] = read.value;
  }
  dialogue?.show(listRows(filledLines(form, content), dialogue.columns));
  return content;
}
