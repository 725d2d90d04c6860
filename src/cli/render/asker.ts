// Who asks a question: the session, its agent, and the directory.
import type { PermissionDetail } from "../../client/index.ts";
import { exactLine } from "../text/exact-text.ts";
import { displayName } from "./session-name.ts";

type Asker = Pick<PermissionDetail, "session" | "name" | "agent" | "workspace">;

/** "api (claude, /src/api)"; `more` follows the directory. */
export function askerLine({ session, name, agent, workspace }: Asker, more: readonly string[] = []): string {
  const where = workspace === null ? [] : [exactLine(workspace)];
  return `${displayName({ id: session, name })} (${[exactLine(agent), ...where, ...more].join(", ")})`;
}
