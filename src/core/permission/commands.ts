import type { FormContent } from "./events.ts";

export interface AnswerCommand {
  type: "answer";
  permission: string;
  option: string;
  message?: string | undefined;
  /** The values of a form. */
  content?: FormContent | undefined;
  /** Also from now on in this session: the rule, in the syntax of a policy file. */
  sessionRule?: string | undefined;
  /** The rule that gave this answer, or that was stored with it. */
  rule?: string | undefined;
}
