// The directories of sessions, as suggestions for a new one.
import { activeAt } from "../../core/list-groups.ts";
import type { Row } from "./display-status.ts";

/** Most recently used first. */
export function recentDirectories(rows: readonly Row[]): string[] {
  const used = new Map<string, string>();
  for (const row of rows) {
    const at = activeAt(row);
    if ((used.get(row.workspace.path) ?? "") < at) used.set(row.workspace.path, at);
  }
  return [...used].sort(([, a], [, b]) => (a < b ? 1 : -1)).map(([path]) => path);
}
