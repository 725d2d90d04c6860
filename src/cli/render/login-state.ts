// The login state of an agent, in the same words for every command.
import type { AgentDetail } from "../../client/index.ts";

export const loginWords: Readonly<Record<AgentDetail["login"]["state"], string>> = {
  in: "logged in",
  out: "not logged in",
  unknown: "unknown",
  "none needed": "not needed",
};
