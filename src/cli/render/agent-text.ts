// What an agent says, as it is printed among Skein's own lines: a line of it that begins as one of those do is marked, and all else is left as
// it is.
import { safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { markRows } from "./wrapped-rows.ts";

const AGENT_MARK = "(agent) ";

/** Blanks and what can't be seen, narrower than any indentation that would be noticed. */
const margin = "^[\\p{Cf}\\p{DI}]*(?:[\\p{Zs}\\u2800][\\p{Cf}\\p{DI}]*){0,3}";

/** With what looks the same in many fonts. A tree of files is none of ours. */
const unicode = new RegExp(`${margin}(?:[▲△▴▵⏶⯅🔺🔼✓✔✗✘■▸▶►›·…●‖]|(?![│\\s]*[├└]─)[│┃┆┇┊┋╎╏║❘❙∣⎜⎟⎢⎥｜])`, "u");
/** Lists and headings begin with signs, too: these count with our words behind them. */
const ascii = new RegExp(
  `${margin}(?:[!|>]|\\+ done|x (?:failed|refused|stopped|error)|# (?:interrupted|cancelled))`,
  "u",
);

/** `fresh` goes on in the line that `before` ends with. Where the terminal's width is known, rows count as lines. */
export function agentText(
  before: string,
  fresh: string,
  { glyphs, columns }: Pick<Style, "glyphs" | "columns">,
): string {
  const ours = signsOf(glyphs);
  const [first = "", ...rest] = safeText(fresh).split("\n");
  const begun = lastLineOf(before);
  const isMarked = !/[^\p{Cf}\p{DI}\p{Zs}\u2800]/u.test(begun) && ours.test(begun + first);
  const wrapped = (line: string, printed = 0): string => {
    const isUnknown = printed > 0 && isLong(before);
    const from = isUnknown ? Number.POSITIVE_INFINITY : ours.test(line) ? AGENT_MARK.length : 0;
    return columns === undefined
      ? line.slice(printed)
      : markRows(line, { columns, printed, from, ours, mark: AGENT_MARK });
  };
  const goesOn = wrapped(begun + first, begun.length);
  const marked = rest.map((line) => (ours.test(line) ? AGENT_MARK : "") + wrapped(line));
  return [isMarked ? AGENT_MARK + goesOn : goesOn, ...marked].join("\n");
}

/** A line of a tool's output, which has been made safe, as it is printed. */
export const agentRows = (line: string, { glyphs, columns }: Pick<Style, "glyphs" | "columns">): string =>
  columns === undefined
    ? line
    : markRows(line, { columns, printed: 0, from: 0, ours: signsOf(glyphs), mark: AGENT_MARK });

const signsOf = ({ asks }: Style["glyphs"]): RegExp => (asks === "!" ? ascii : unicode);

/** Of a longer line it is not known where its rows begin. */
const LINE_END = 4000;

const lastLineOf = (text: string): string => safeText(text.slice(-LINE_END)).split("\n").at(-1) ?? "";

const isLong = (text: string): boolean => text.length > LINE_END && !text.slice(-LINE_END).includes("\n");
