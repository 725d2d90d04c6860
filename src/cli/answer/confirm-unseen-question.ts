// A yes by a flag or a word is for the question that its giver has read. Between reading and answering another one can have taken its place:
// so the yes names its question, or the question is shown and the person says yes to it.
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
  /** A rule that needs a yes of its own is shown next. */
  readonly isAskedNext: boolean;
}

/** Throws unless the person agrees to what is shown to them, where nobody can be asked, and where not all can be shown. */
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
  const what = form ? "an answer" : "a yes";
  const command = `skein answer ${ref} ${questionFlag(question)}`;
  const fix = form ? howToFillIn(form, command) : `${command} ${wordsFor(choice)}`;
  return new Failure(`${what} must name its question, as another one could have taken its place. This is asked now:`, {
    exit: "usage",
    code: "question_not_named",
    lines: [askerLine(question), ...linesInFailure([exactLine(question.title)]), ...plainLines(question)],
    fix: form ? `read it, then ${fix}` : `read it, then: ${fix}`,
    facts: { permission: question },
  });
}

function wordsFor({ kind, option }: Choice): string {
  if (kind === "session") return "--for-session";
  if (kind === "project") return "--for-directory -y";
  return kind === "once" ? "--once" : `--option ${exactLine(shellWord(option))}`;
}

/** More than this is not told again after it was answered. */
const TOLD_LINES = 40;

/** Whose question was answered, and what it was, for whoever was not shown it just before. */
export function answeredLines(ref: string, question: PermissionDetail, style: Style): string[] {
  const lines = askedLines(question, style, roomOf(style));
  const asker = agentRows(askerLine(question), style, "");
  if (lines.length <= TOLD_LINES) return [asker, ...lines];
  const { bar, ellipsis } = style.glyphs;
  const more = `${ellipsis} ${lines.length - 1} lines; see them: skein show ${ref}`;
  return [asker, ...lines.slice(0, 1), `${style.yellow(bar)} ${more}`];
}
