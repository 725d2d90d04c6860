// A flag or a word that allows is meant for the question that the person has read, and another question can have replaced it since.
// So the command names the question, or the question is shown first and confirmed.
import type { PermissionDetail } from "../../client/index.ts";
import { askYes, type Dialogue } from "../dialogue/dialogue.ts";
import { notAnswered } from "../dialogue/not-answered.ts";
import { Failure } from "../failure.ts";
import { askerLine } from "../render/asker.ts";
import { type Choice, isWhole } from "../render/choices.ts";
import { howToFillIn } from "../render/form.ts";
import { askedLines, plainLines, roomOf } from "../render/question.ts";
import { questionFlag } from "../render/question-flag.ts";
import { agentRows, linesInFailure } from "../text/agent-text.ts";
import { exactLine } from "../text/exact-text.ts";
import { shellWord } from "../text/shell-word.ts";
import type { Style } from "../text/style.ts";

interface Unread {
  /** The session as a person writes it. */
  readonly ref: string;
  readonly question: PermissionDetail;
  readonly choice: Choice;
  /** The rule is shown and confirmed next, so the question needs no confirmation. */
  readonly isAskedNext: boolean;
}

/** Throws unless the person confirms the question that is shown, and where nobody can be asked or the question can't be shown whole. */
export async function confirmUnseenQuestion(
  dialogue: Dialogue | null,
  unread: Unread,
  show: (dialogue: Dialogue) => Promise<void>,
): Promise<void> {
  const { question, choice, isAskedNext } = unread;
  if (!dialogue || !isWhole(question)) throw unreadFailure(unread);
  await show(dialogue);
  if (!isAskedNext && !(await askYes(dialogue, `${exactLine(choice.label)}? [y/N] `))) throw notAnswered();
}

function unreadFailure({ ref, question, choice }: Unread): Failure {
  const { form } = question;
  const what = form ? "the answer" : "to allow it, the answer";
  const command = `skein answer ${ref} ${questionFlag(question)}`;
  const fix = form ? howToFillIn(form, command) : `${command} ${wordsFor(choice)}`;
  return new Failure(
    `${what} must name the question, because another one could have replaced it. The open question is:`,
    {
      exit: "usage",
      code: "question_not_named",
      lines: [askerLine(question), ...linesInFailure([exactLine(question.title)]), ...plainLines(question)],
      fix: form ? `read it, then ${fix}` : `read it, then: ${fix}`,
      facts: { permission: question },
    },
  );
}

function wordsFor({ kind, option }: Choice): string {
  if (kind === "session") return "--for-session";
  if (kind === "project") return "--for-directory -y";
  return kind === "once" ? "--once" : `--option ${exactLine(shellWord(option))}`;
}

/** A longer question is not repeated after its answer. */
const TOLD_LINES = 40;

/** The answered question and its session, for a person who was not shown it just before. */
export function answeredLines(ref: string, question: PermissionDetail, style: Style): string[] {
  const lines = askedLines(question, style, roomOf(style));
  const asker = agentRows(askerLine(question), style, "");
  if (lines.length <= TOLD_LINES) return [asker, ...lines];
  const { bar, ellipsis } = style.glyphs;
  const more = `${ellipsis} ${lines.length - 1} lines; see them: skein show ${ref}`;
  return [asker, ...lines.slice(0, 1), `${style.yellow(bar)} ${more}`];
}
