// Suggestions of files and directories.
import { limits } from "../../protocol/index.ts";
import { completeDirectory, WorkspaceFiles } from "../../workspace/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";

const USUAL = 50;
const atMost = (wanted: number = USUAL): number => Math.min(wanted, limits.pageSessions);

export const placeHandlers = ({ clock }: DaemonContext): Pick<Handlers, "files" | "directories"> => {
  const workspaceFiles = new WorkspaceFiles({ nowMs: () => Date.parse(clock.now()) });
  return {
    async files({ query: { query = "", limit }, session, response }) {
      if (query.length > limits.findCharacters)
        throw new Refusal("invalid_body", `query may have ${limits.findCharacters} characters at most.`);
      const path = (await session()).state.lifecycle.workspace?.path;
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      // It may have left while the session was loaded.
      if (response.destroyed) gone.abort();
      try {
        const { items, isCut } = await workspaceFiles.find(path ?? "", query, {
          limit: atMost(limit),
          signal: gone.signal,
        });
        return { items: [...items], isCut };
      } catch {
        throw new Refusal("path_not_found", `The session's directory can't be read: ${path}.`, { tried: [path] });
      }
    },

    async directories({ query: { path = "", limit } }) {
      const { items, ...rest } = await completeDirectory(path, atMost(limit));
      return { ...rest, items: [...items] };
    },
  };
};
