// What is new in a block since it was last printed. `before` is the block as it was then; null when it is new.

import { type Block, type BlockKind, type BlockOf, type Cut, optionLabel } from "../../core/index.ts";
import { agentText, outputText } from "./agent-text.ts";
import { cutLine } from "./cut-line.ts";
import { exactLine } from "./exact-text.ts";
import { fileLine } from "./file-count.ts";
import type { Page } from "./page.ts";
import { printTool, type ToolProgress } from "./print-tool.ts";
import { askedLines, questionLines } from "./question.ts";
import { reasonText } from "./reason-text.ts";
import { duration } from "./relative-time.ts";
import { safeLine, safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";

export interface Printing {
  readonly page: Page;
  readonly style: Style;
  readonly maxToolLines: number;
  readonly toolProgress: (seq: number) => ToolProgress;
  /** Of the turn that is ending. */
  readonly tokens: number;
  /** The kind of the block that was printed last, and whether it was this one. */
  readonly lastKind: BlockKind | null;
  readonly isCurrent: boolean;
}

export function printBlock(before: Block | null, block: Block, printing: Printing): void {
  const { page, style, isCurrent } = printing;
  page.separate(isCurrent ? 0 : gapBefore(block, printing));
  switch (block.kind) {
    case "prompt":
      page.line(
        style.bold(`${style.glyphs.prompt} ${indented(block.text.trimEnd())}`.trimEnd()) +
          (block.isCommand ? style.dim(" (command)") : ""),
      );
      for (const file of block.files ?? []) page.line(style.dim(`  ${fileLine(file)}`));
      break;
    case "message":
      page.text(speech(before, block, printing));
      break;
    case "thought":
      page.text(style.dim((before ? "" : "  ") + speech(before, block, printing).replaceAll("\n", "\n  ")));
      break;
    case "tool":
      printTool(before?.kind === "tool" ? before : null, block, {
        page,
        style,
        progress: printing.toolProgress(block.seq),
        isCurrent,
        maxLines: printing.maxToolLines,
      });
      break;
    case "permission":
      printPermission(before, block, printing);
      break;
    case "plan":
      for (const { content, status } of block.entries) page.line(`  [${marks[status]}] ${safeLine(content)}`);
      break;
    case "task":
      page.line(style.dim(`${style.glyphs.running} in the background: ${told(block.title, style)}`));
      break;
    case "task_end":
      page.line(taskEndLine(block, style));
      break;
    case "turn_end":
      page.line(turnEndLine(block, printing));
      break;
    case "error":
      page.line(`${style.red(`${style.glyphs.failed} error:`)} ${told(block.text, style)}`);
      if (block.hint) page.line(`  ${style.dim("fix:")} ${told(block.hint, style)}`);
      break;
    case "notice":
      page.line(style.dim(`${style.glyphs.dot} ${told(block.text, style)}`));
      break;
    default:
      block satisfies never;
  }
  for (const cut of shownCuts(block).slice(before ? shownCuts(before).length : 0)) page.line(cutLine(cut, style));
}

/** A tool's input is not shown, so nobody misses what is cut of it. */
const shownCuts = ({ kind, cuts = [] }: Block): readonly Cut[] =>
  kind === "tool" ? cuts.filter(({ at }) => at === "/output") : cuts;

const indented = (text: string): string => safeText(text).replaceAll("\n", "\n  ");

/** What an agent has said, behind words of ours. */
const told = (text: string, style: Style): string => outputText(text, style, true).replaceAll("\n", "\n  ");

const marks = { pending: " ", in_progress: "~", completed: "x" } as const;

/** Blank lines set speech, questions and plans apart; tools and short remarks stand close together. */
function gapBefore({ kind }: Block, { lastKind }: Printing): 1 | 2 {
  if (kind === "task" || kind === "task_end") return 1;
  if (kind === "turn_end" || kind === "notice" || kind === "error") return 1;
  return kind === "tool" && (lastKind === "tool" || lastKind === "permission") ? 1 : 2;
}

/** What is new in it. It goes on in its line only if nothing else was printed since. */
function speech(
  before: Block | null,
  block: BlockOf<"message"> | BlockOf<"thought">,
  { page, style, isCurrent }: Printing,
): string {
  const printed = before?.kind === block.kind ? before.text.slice(0, printableLength(before.text)) : "";
  const fresh = block.text.slice(printed.length, printableLength(block.text));
  return agentText(isCurrent && !page.isAtLineStart ? printed : "", fresh, style);
}

/** Half of a character waits for its other half. */
function printableLength(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

function printPermission(
  before: Block | null,
  block: BlockOf<"permission">,
  { page, style, isCurrent }: Printing,
): void {
  const isOpen = block.state === "asked";
  if (!before) for (const line of isOpen ? questionLines(block, style) : askedLines(block, style)) page.line(line);
  const isNews = before?.kind === "permission" ? before.state !== block.state : !isOpen;
  if (!isNews) return;
  const about = isCurrent || !before ? "" : ` (${exactLine(block.title)})`;
  if (block.state === "stale") page.line(style.dim(`${style.glyphs.bar} no longer open${about}`));
  if (block.state !== "answered") return;
  const option = block.options.find(({ id }) => id === block.option);
  const label = option ? optionLabel(option) : (block.option ?? "");
  const who = block.by?.name ? ` ${style.glyphs.dot} by ${safeLine(block.by.name)}` : "";
  page.line(
    `${style.yellow(style.glyphs.bar)} answered: ${exactLine(label)}${reasonText(block.message)}${style.dim(`${who}${about}`)}`,
  );
}

/** One line: more of what came of it is in the agent's own words. */
function taskEndLine({ title, outcome, summary }: BlockOf<"task_end">, { glyphs, red, dim }: Style): string {
  const ends = {
    completed: dim(`${glyphs.done} background task done`),
    failed: red(`${glyphs.failed} background task failed`),
    stopped: dim(`${glyphs.stopped} background task stopped`),
    unknown: dim(`${glyphs.stopped} background task over`),
  };
  const what = [title, summary].flatMap((text) => (text === null || text === "" ? [] : [safeLine(text)]));
  return `${ends[outcome]}${dim(what.map((text) => ` ${glyphs.dot} ${text}`).join(""))}`;
}

function turnEndLine({ reason, error, durationMs }: BlockOf<"turn_end">, { style, tokens }: Printing): string {
  const { glyphs, green, red, yellow, dim } = style;
  const ends = {
    completed: green(`${glyphs.done} done`),
    interrupted: yellow(`${glyphs.stopped} interrupted`),
    failed: red(`${glyphs.failed} failed`),
    refused: red(`${glyphs.failed} refused`),
    limit: yellow(`${glyphs.failed} stopped at a limit`),
  };
  const facts = [
    ...(durationMs === null ? [] : [duration(durationMs)]),
    ...(tokens > 0 ? [`${tokens.toLocaleString("en-US")} tokens`] : []),
  ];
  const tail = facts.map((fact) => dim(` ${glyphs.dot} ${fact}`)).join("");
  return `${ends[reason]}${error ? `: ${told(error, style)}` : ""}${tail}`;
}
