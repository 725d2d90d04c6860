import type { FormContent } from "./events.ts";

export interface AnswerCommand {
  type: "answer";
  permission: string;
  option: string;
  message?: string | undefined;
  /** What was filled in, where the agent wanted to know something. */
  content?: FormContent | undefined;
  /** Also from now on, in this session: the rule as a policy file says it. */
  sessionRule?: string | undefined;
  /** The rule that this answer follows or was stored with. */
  rule?: string | undefined;
}
