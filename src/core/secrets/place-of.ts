// The kind of an event, in words.
const words: Readonly<Record<string, string>> = {
  agent_message: "a message",
  agent_thought: "a thought",
  tool_call: "the input of a tool call",
  tool_call_update: "the output of a tool call",
  permission: "a question",
  user_prompt: "a prompt",
  prompt_queued: "a queued prompt",
  prompt_edited: "a queued prompt",
  renamed: "a name",
  session_start: "the start of the session",
  error: "an error",
  notice: "a notice",
};

/** Where something is, for people. */
export const placeOf = (type: string): string => words[type] ?? type.replaceAll("_", " ");
