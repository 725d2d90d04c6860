// What waits for a person, one row for each question.
import type { PermissionDetail } from "../../client/index.ts";
import { agentRows, anyRow } from "./agent-text.ts";
import { liveTime, relativeTime } from "./relative-time.ts";
import { safeLine } from "./safe-text.ts";
import { displayName, nameAndId } from "./session-name.ts";
import type { Style } from "./style.ts";
import { type Cell, renderTable } from "./table.ts";
import type { Measure } from "./text-width.ts";
import { tildePath } from "./tilde-path.ts";

interface Row {
  /** How it is called in what is typed next; null where that is a command of its own, and the row says which session it is. */
  readonly number: number | null;
  readonly question: PermissionDetail;
}

interface RenderContext {
  readonly style: Style;
  readonly nowMs: number;
  readonly home: string | undefined;
  /** How wide a row may be; without it nothing is cut. */
  readonly columns?: number;
  /** It stays on the screen. */
  readonly isLive?: boolean;
}

export function inboxRows(
  rows: readonly Row[],
  { style, nowMs, home, columns, isLive = false }: RenderContext,
): Promise<string[]> {
  return renderTable(
    rows.map(({ number, question }): Cell[] => [
      ...(number === null ? [] : [{ text: String(number), paint: style.bold }]),
      { text: (number === null ? nameAndId : displayName)({ id: question.session, name: question.name }) },
      { text: safeLine(question.agent), paint: style.dim },
      { text: (isLive ? liveTime : relativeTime)(question.askedAt, nowMs) },
      { text: question.workspace ? tildePath(question.workspace, home) : "-", cut: "start" },
      { text: safeLine(question.title), paint: style.yellow, cut: "end" },
    ]),
    columns === undefined ? undefined : { columns, ellipsis: style.glyphs.ellipsis },
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
const colours = /\x1b\[[0-9;]*m/g;

/** As they are printed for good: one that does not fit goes on in rows that are told from others of the list, without colours. */
export async function printedRows(rows: readonly Row[], context: RenderContext): Promise<string[]> {
  return (await inboxRows(rows, context)).map((row) => {
    const plain = row.replaceAll(colours, "");
    const marked = agentRows(plain, context.style, "", anyRow);
    return marked === plain ? row : marked;
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes apart
const pieces = /\x1b\[[0-9;]*m|[\s\S]/gu;

/** A row that fits; what is cut off is in the question, which is always shown whole. */
export function fitted(row: string, columns: number, { measure, style }: { measure: Measure; style: Style }): string {
  if (measure(row) <= columns) return row;
  const { ellipsis } = style.glyphs;
  let room = columns - measure(ellipsis);
  let text = "";
  for (const [piece] of row.matchAll(pieces)) {
    // Colours take no room, and are closed also where the text is cut.
    const wide = piece.startsWith("\x1b") ? 0 : measure(piece);
    if (wide > room) room = -1;
    if (wide === 0 || room >= 0) text += piece;
    room -= wide;
  }
  return text + ellipsis;
}
