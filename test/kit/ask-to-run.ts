// An agent that wants to run a command, or something else, and asks first.
import type { Fact } from "../../src/agents/index.ts";
import type { PermissionRequest } from "../../src/core/index.ts";

export const askToRun = (id: string, command: string): Fact =>
  askFor(id, { kind: "execute", tool: "Bash", command, paths: [] });

export const askFor = (id: string, request: PermissionRequest): Fact => ({
  type: "permission",
  data: {
    id,
    state: "asked",
    title: `run ${request.command ?? request.tool}`,
    detail: request.command ?? request.paths.join(" "),
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" },
      { id: "no", label: "Deny", kind: "reject_once" },
    ],
    request: { ...request, paths: [...request.paths] },
  },
});
