export interface AnswerCommand {
  type: "answer";
  permission: string;
  option: string;
  message?: string | undefined;
}
