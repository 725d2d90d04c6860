// The answer to a client about its command.
import type { CommandAnswer } from "../../protocol/index.ts";
import type { Result } from "../../session/index.ts";
import { Refusal, refuse } from "../refusal.ts";

const ONLY_IN_MEMORY =
  " (it could not be noted elsewhere either: if the daemon ends first, the kill may be forgotten and queued prompts go to the agent)";

export function answerOf(result: Result): CommandAnswer {
  if (result.kind === "rejected") throw refuse(result.rejection);
  if (result.kind === "id_reused")
    throw new Refusal("id_reused", "This id was used for another command; use a new one.");
  if (result.kind === "unrecorded")
    throw new Refusal(
      "fenced",
      `The agent's process was ended. This is not recorded yet, and will be as soon as the log can be written${result.isNoted ? "" : ONLY_IN_MEMORY}: ${result.cause.message}`,
      { ended: { left: result.left } },
    );
  return { ...result.answer, ...(result.isReplay ? { replayed: true } : {}) } as CommandAnswer;
}
