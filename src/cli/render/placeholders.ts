// Replaces placeholders in hints by what a person can paste: the authors of hints do not know the session's reference.
import { questionFlag } from "./question-flag.ts";

const SESSION = "<session>";
const QUESTION = "--question <id>";

export const hasPlaceholder = (text: string): boolean => text.includes(SESSION);

interface Known {
  /** The session's reference, as a person writes it. */
  readonly ref?: string | undefined;
  /** The id of the question that the text is about. */
  readonly id?: string | undefined;
}

/** An unknown value stays a placeholder. */
export const fillIn = (text: string, { ref, id }: Known): string =>
  text.replaceAll(SESSION, ref ?? SESSION).replaceAll(QUESTION, id === undefined ? QUESTION : questionFlag({ id }));
