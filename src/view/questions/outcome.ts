// What became of a question, for somebody who had it on the screen.
import type { By, OpenPermission, SessionState } from "../../core/index.ts";
import { visibleText } from "../../core/without-folds.ts";
import { titleText } from "../transcript/title.ts";
import { answerLabel, placeText, senderText } from "../transcript/words.ts";

interface Given {
  readonly option: string;
  readonly by: By;
  /** The rule that it made or followed. */
  readonly rule?: string | undefined;
}

type Asked = Pick<OpenPermission, "id" | "title" | "options">;

/** "“Run npm test” was answered: Allow once, by you (phone, web)". */
export function answeredText({ title, options }: Asked, { option, by, rule }: Given): string {
  const label = answerLabel({ options, option, by, ...(rule === undefined ? {} : { answerRule: rule }) });
  const sender = by.kind === "policy" ? "a rule" : senderText(by).replace(/^You$/, "you");
  const place = by.kind === "policy" ? null : placeText(by);
  return `“${titleText(title)}” was answered: ${visibleText(label)}, by ${sender}${place === null ? "" : ` (${place})`}.`;
}

const staleText = ({ title }: Pick<Asked, "title">, reason: string): string =>
  `“${titleText(title)}” is no longer open: ${reason}.`;

/** What the state says of a question that was open; null while it is. `rule`: the one that its answer made or followed. */
export function settledText(
  question: Asked,
  { open, closed }: SessionState["permission"],
  rule?: string,
): string | null {
  const now = open.find(({ id }) => id === question.id) ?? closed.find(({ id }) => id === question.id);
  if (!now || now.state === "asked") return null;
  return now.state === "stale" ? staleText(question, now.reason) : answeredText(question, { ...now, rule });
}
