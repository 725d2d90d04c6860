// What waits for a person, one row for each question.
import type { PermissionDetail } from "../../client/index.ts";
import { agentRows, anyRow } from "../text/agent-text.ts";
import { liveTime, relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { type Cell, renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";
import { displayName, nameAndId } from "./session-name.ts";

interface Row {
  /** How the next input refers to it; null if the row names the session instead. */
  readonly number: number | null;
  readonly question: PermissionDetail;
}

interface RenderContext {
  readonly style: Style;
  readonly nowMs: number;
  readonly home: string | undefined;
  /** The maximum width of a row; without it nothing is cut. */
  readonly columns?: number;
  /** It is a live view. */
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

/** As permanent output: a long row continues in rows that can't be mistaken for entries, without colours. */
export async function printedRows(rows: readonly Row[], context: RenderContext): Promise<string[]> {
  return (await inboxRows(rows, context)).map((row) => {
    const plain = row.replaceAll(colours, "");
    const marked = agentRows(plain, context.style, "", anyRow);
    return marked === plain ? row : marked;
  });
}
