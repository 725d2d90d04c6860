// What an agent says, as it is printed among Skein's own lines: a line of it that begins as one of those do is marked, and all else is left as
// it is.
import { safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";

const AGENT_MARK = "(agent) ";

/** Blanks and what can't be seen, narrower than any indentation that would be noticed. */
const margin = "^[\\p{Cf}\\p{DI}]*(?:[\\p{Zs}\\u2800][\\p{Cf}\\p{DI}]*){0,3}";

/** With what looks the same in many fonts. A tree of files is none of ours. */
const asking = "[▲△▴▵⏶⯅🔺🔼]";
const bar = "(?![│\\s]*[├└]─)[│┃┆┇┊┋╎╏║❘❙∣⎜⎟⎢⎥｜]";
const unicode = new RegExp(`${margin}(?:${asking}|[✓✔✗✘■▸▶►›·…●‖]|${bar})`, "u");
/** Tools begin lines with signs, too, test runners most of them: there those of ends count with our words behind them. */
const inOutput = new RegExp(
  `${margin}(?:${asking}|${bar}|[✓✔] (?:done|background)|[✗✘■] (?:failed|refused|stopped|error|interrupted|cancelled|background))`,
  "u",
);
/** Lists and headings begin with signs, too: these count with our words behind them. */
const ascii = new RegExp(
  `${margin}(?:[!|>]|\\+ done|x (?:failed|refused|stopped|error)|# (?:interrupted|cancelled))`,
  "u",
);

/** What a tool has printed, and what an agent says of a failure; `isBegun` = its first line has words of ours before it. */
export function outputText(text: string, { glyphs }: Pick<Style, "glyphs">, isBegun = false): string {
  const ours = glyphs.asks === "!" ? ascii : inOutput;
  const lines = safeText(text).split("\n");
  return lines
    .map((line, index) => (ours.test(line) && !(isBegun && index === 0) ? AGENT_MARK + line : line))
    .join("\n");
}

/** `fresh` goes on in the line that `before` ends with. */
export function agentText(before: string, fresh: string, { glyphs }: Pick<Style, "glyphs">): string {
  const ours = glyphs.asks === "!" ? ascii : unicode;
  const [first = "", ...rest] = safeText(fresh).split("\n");
  const begun = lastLineOf(before);
  const isMarked = !/[^\p{Cf}\p{DI}\p{Zs}\u2800]/u.test(begun) && ours.test(begun + first);
  const marked = rest.map((line) => (ours.test(line) ? AGENT_MARK + line : line));
  return [isMarked ? AGENT_MARK + first : first, ...marked].join("\n");
}

/** Enough of a line to tell whether more than blanks is in it. */
const LINE_END = 200;

const lastLineOf = (text: string): string => safeText(text.slice(-LINE_END)).split("\n").at(-1) ?? "";
