// An agent that wants to run a command, and asks first.
import type { Fact } from "../../src/agents/index.ts";

export const askToRun = (id: string, command: string): Fact => ({
  type: "permission",
  data: {
    id,
    state: "asked",
    title: `run ${command}`,
    detail: command,
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" },
      { id: "no", label: "Deny", kind: "reject_once" },
    ],
    request: { kind: "execute", tool: "Bash", command, paths: [] },
  },
});
