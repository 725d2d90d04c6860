// All sessions in one line: how many there are, need a person, are busy or have failed, in the signs and colours of the list.
import type { ListedSession } from "../../client/index.ts";
import { needsPerson, statusLabel } from "../render/status-label.ts";
import { pluralize } from "../text/numbers.ts";
import type { Style } from "../text/style.ts";

type Counted = Pick<ListedSession, "status" | "reason">;

export function headline(sessions: readonly Counted[], style: Style): string {
  const part = (fits: (row: Counted) => boolean, wordFor: (count: number) => string): string[] => {
    const rows = sessions.filter(fits);
    const [first] = rows;
    if (!first) return [];
    const { glyph, paint } = statusLabel(first, style);
    return [paint(`${glyph} ${rows.length} ${wordFor(rows.length)}`)];
  };
  return [
    style.bold(pluralize(sessions.length, "session")),
    ...part(needsPerson, (count) => (count === 1 ? "needs you" : "need you")),
    ...part(
      ({ status }) => status === "running",
      () => "running",
    ),
    ...part(
      ({ status }) => status === "error",
      () => "failed",
    ),
  ].join("  ");
}
