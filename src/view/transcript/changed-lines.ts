// How much a tool call changes in files. Read once for each state of a call: a group asks again with every event.
import { fileDiffs } from "../../core/without-folds.ts";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

type Call = Parameters<typeof fileDiffs>[0];

const known = new WeakMap<Call, ChangedLines | null>();

/** Null if it shows no changes. */
export function changedLines(call: Call): ChangedLines | null {
  const before = known.get(call);
  if (before !== undefined) return before;
  const diffs = fileDiffs(call);
  const sum = (of: "added" | "removed"): number => diffs.reduce((lines, diff) => lines + diff[of], 0);
  const changed = diffs.length === 0 ? null : { added: sum("added"), removed: sum("removed") };
  known.set(call, changed);
  return changed;
}
