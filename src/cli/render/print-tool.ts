// Prints a tool call as it runs: its title at the start, the first lines of its output as they arrive, and its end. A call that waits for
// permission shows nothing: the question does.

import type { BlockOf } from "../../core/index.ts";
import { agentRows, outputText } from "../text/agent-text.ts";
import type { Page } from "../text/page.ts";
import { duration } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

type Tool = BlockOf<"tool">;

/** How much of a tool call was printed. */
export interface ToolProgress {
  hasTitle: boolean;
  offset: number;
  lines: number;
  files: number;
}

export interface ToolPrint {
  readonly page: Page;
  readonly style: Style;
  readonly progress: ToolProgress;
  readonly maxLines: number;
  /** Nothing else was printed since this call's last line. */
  readonly isCurrent: boolean;
}

export function printTool(before: Tool | null, tool: Tool, print: ToolPrint): void {
  const { page, style, progress, isCurrent, maxLines } = print;
  if (tool.status === "pending") return;
  const wasOver = before !== null && isFinal(before);
  const isEnd = isFinal(tool) && !wasOver;
  const hasOutput = tool.output.includes("\n", progress.offset) && progress.lines < maxLines;
  const hasNews = isEnd || hasOutput || tool.files.length > (before?.files.length ?? 0);
  // Output of a background task after the call's end is separated from the call's own result.
  const isLate = wasOver && progress.lines === 0;
  if (!progress.hasTitle || (hasNews && (!isCurrent || isLate))) {
    const { tool: sign } = style.glyphs;
    page.line(`${style.cyan(sign)} ${style.bold(agentRows(safeLine(tool.title), style, `${sign} `))}`);
  }
  progress.hasTitle = true;
  printOutput(tool, print, isEnd);
  // Not in the middle of its output: the rest of that comes first.
  if (isEnd || tool.output.length <= progress.offset) printFiles(tool, print);
  if (!isEnd) return;
  page.line(endLine(tool, style));
  // Later output begins on a new line.
  progress.offset = tool.output.length + (tool.output === "" || tool.output.endsWith("\n") ? 0 : 1);
  progress.lines = 0;
}

function printFiles({ files }: Tool, { page, style, progress }: ToolPrint): void {
  for (const { path, access } of files.slice(progress.files)) {
    const did = `  ${access === "write" ? "wrote" : "read"} `;
    page.line(style.dim(did + agentRows(safeLine(path), style, did)));
  }
  progress.files = files.length;
}

const isFinal = ({ status }: Tool): boolean => status === "completed" || status === "failed" || status === "cancelled";

function printOutput({ output }: Tool, { page, style, progress, maxLines }: ToolPrint, isEnd: boolean): void {
  const print = (line: string): void => {
    const rows = outputText(line.replace(/(?<!\r)\r+$/, ""), style).split("\n");
    page.line(style.dim(rows.map((row) => `  ${agentRows(row, style, "  ")}`).join("\n")));
  };
  while (progress.lines < maxLines) {
    const end = output.indexOf("\n", progress.offset);
    if (end === -1) break;
    print(output.slice(progress.offset, end));
    progress.offset = end + 1;
    progress.lines++;
  }
  const rest = isEnd ? output.slice(progress.offset) : "";
  if (rest === "") return;
  if (progress.lines < maxLines) {
    print(rest);
    return;
  }
  const hidden = rest.split("\n").length - (rest.endsWith("\n") ? 1 : 0);
  page.line(style.dim(`  ${style.glyphs.ellipsis} ${hidden} more ${hidden === 1 ? "line" : "lines"}`));
}

function endLine({ status, durationMs }: Tool, { glyphs, green, red, dim }: Style): string {
  const word =
    status === "failed"
      ? red(`${glyphs.failed} failed`)
      : status === "cancelled"
        ? dim(`${glyphs.stopped} cancelled`)
        : green(glyphs.done);
  return `  ${word}${durationMs === null ? "" : dim(` ${duration(durationMs)}`)}`;
}
