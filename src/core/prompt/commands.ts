export interface PromptCommand {
  type: "prompt";
  promptId: string;
  text: string;
}
