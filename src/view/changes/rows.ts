// The lines of a changed file as rows: one below the other, or the old and the new version side by side.
import type { FileChange } from "../../core/index.ts";

export interface DiffRow {
  /** `hunk`: where lines are left out before it. `remark`: about the line before it. */
  readonly kind: "same" | "added" | "removed" | "hunk" | "remark";
  readonly old: number | null;
  readonly now: number | null;
  readonly text: string;
}

export interface SplitRow {
  readonly left: DiffRow | null;
  readonly right: DiffRow | null;
}

const kinds: Readonly<Record<string, DiffRow["kind"]>> = { "+": "added", "-": "removed", "\\": "remark" };

export function rowsOf({ hunks }: Pick<FileChange, "hunks">): DiffRow[] {
  const hasReturns = endsWithReturns(hunks);
  return hunks.flatMap(({ oldStart, newStart, heading, lines }) => {
    let [old, now] = [oldStart, newStart];
    const rows: DiffRow[] = [{ kind: "hunk", old, now, text: heading }];
    for (const line of lines) {
      const kind = kinds[line[0] ?? ""] ?? "same";
      const text = (hasReturns ? line.replace(/\r$/, "") : line).slice(1);
      if (kind === "remark") rows.push({ kind, old: null, now: null, text: text.trim() });
      else rows.push({ kind, old: kind === "added" ? null : old, now: kind === "removed" ? null : now, text });
      if (kind === "same" || kind === "removed") old = old === null ? null : old + 1;
      if (kind === "same" || kind === "added") now = now === null ? null : now + 1;
    }
    return rows;
  });
}

/** Whether every line ends with a carriage return: only where some do, it is a part of the change. */
const endsWithReturns = (hunks: FileChange["hunks"]): boolean =>
  hunks.every(({ lines }) =>
    lines.every((line, at) => line.startsWith("\\") || line.endsWith("\r") || lines[at + 1]?.startsWith("\\") === true),
  );

/** What was removed is beside what was added in its place. */
export function splitRows(rows: readonly DiffRow[]): SplitRow[] {
  const split: SplitRow[] = [];
  let [removed, added]: [DiffRow[], DiffRow[]] = [[], []];
  const close = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      split.push({ left: removed[at] ?? null, right: added[at] ?? null });
    [removed, added] = [[], []];
  };
  let before: DiffRow["kind"] = "hunk";
  for (const row of rows) {
    // A remark is about one version, if the line before it is.
    const side: DiffRow["kind"] = row.kind === "remark" ? before : row.kind;
    before = side;
    if (side === "removed" && added.length === 0) removed.push(row);
    else if (side === "added") added.push(row);
    else {
      close();
      if (side === "removed") removed.push(row);
      else split.push({ left: row, right: row });
    }
  }
  close();
  return split;
}
