// Responses to Skein's requests.
import type { Fact } from "../driver.ts";
import { handleConversation, handleMessageIds } from "./opening.ts";
import { type Response, refusal } from "./protocol.ts";
import { aboutOf } from "./request.ts";
import { type OpencodeReaction, type OpencodeState, stay } from "./state.ts";
import { failPrompt } from "./turn.ts";

export function handleResponse(state: OpencodeState, response: Response): OpencodeReaction {
  const { about, name } = aboutOf(response.id);
  const isOpening = state.phase === "opening";
  switch (about) {
    case "new":
    case "resume":
    case "fork":
      return isOpening ? handleConversation(state, response) : stay(state);
    case "place":
      return isOpening ? handleMessageIds(state, response) : stay(state);
    case "prompt":
      return isRefused(response) ? handleRefusal(state, name, response) : stay(state);
    case "abort":
      return isRefused(response) ? stay(state, [refusedNotice("to stop", response)]) : stay(state);
    // A settled question, or a removed message.
    default:
      return stay(state);
  }
}

const isRefused = ({ status }: Response): boolean => status < 200 || status >= 300;

const reasonIn = ({ body, status }: Response): string =>
  (refusal.safeParse(body).data?.data.message ?? (typeof body === "string" ? body : `status ${status}`)).slice(0, 500);

function handleRefusal(state: OpencodeState, promptId: string, response: Response): OpencodeReaction {
  const message = `OpenCode refused the prompt: ${reasonIn(response)}`;
  if (state.prompt?.id === promptId && state.prompt.messageId === null)
    return failPrompt(state, { code: "agent_error", message });
  if (state.steered.every(({ id }) => id !== promptId)) return stay(state);
  const steered = state.steered.filter(({ id }) => id !== promptId);
  return stay({ ...state, steered }, [refusedNotice("the steered text", response)]);
}

const refusedNotice = (what: string, response: Response): Fact => ({
  type: "notice",
  data: { kind: "refused", text: `OpenCode refused ${what}: ${reasonIn(response)}` },
});
