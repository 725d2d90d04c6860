// Directories that sessions are in, for choosing where the next one is started.
import { activeAt, type Row } from "./condition.ts";

/** The one that was used last comes first. */
export function recentDirectories(rows: readonly Row[]): string[] {
  const used = new Map<string, string>();
  for (const row of rows) {
    const at = activeAt(row);
    if ((used.get(row.workspace.path) ?? "") < at) used.set(row.workspace.path, at);
  }
  return [...used].sort(([, a], [, b]) => (a < b ? 1 : -1)).map(([path]) => path);
}
