// Finds a session in the trash, regardless of the directory.
import type { ListedSession } from "../../client/index.ts";
import { type Resolved, resolve } from "../../core/index.ts";

export function resolveInTrash(trashed: readonly ListedSession[], ref: string): Resolved {
  const candidates = trashed.map(({ id, name, workspace }) => ({ id, name, workspaceId: workspace.id }));
  return resolve({ ref, candidates, workspaceId: null, activeHere: null, activeAnywhere: null });
}
