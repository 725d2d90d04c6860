// Hints are written where nobody knows how a session is called; here they get what a person can paste.
import { questionFlag } from "./question-flag.ts";

const SESSION = "<session>";
const QUESTION = "--question <id>";

export const hasPlaceholder = (text: string): boolean => text.includes(SESSION);

interface Known {
  /** How a person writes the session. */
  readonly ref?: string | undefined;
  /** The id of the question that the text is about. */
  readonly id?: string | undefined;
}

/** What is not known stays a placeholder. */
export const fillIn = (text: string, { ref, id }: Known): string =>
  text.replaceAll(SESSION, ref ?? SESSION).replaceAll(QUESTION, id === undefined ? QUESTION : questionFlag({ id }));
