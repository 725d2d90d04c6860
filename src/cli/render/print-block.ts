// Prints what is new in a block. `before` is the block as it was printed last; null if it is new.

import { type Block, type BlockKind, type BlockOf, type Cut, optionLabel } from "../../core/index.ts";
import { agentRows, indentedLine, outputText, promptRows, type SpokenLine, speakOn } from "../text/agent-text.ts";
import { clockTime } from "../text/clock-time.ts";
import { exactLine } from "../text/exact-text.ts";
import { pluralize } from "../text/numbers.ts";
import type { Page } from "../text/page.ts";
import { duration } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { byName } from "./by-name.ts";
import { cutLine } from "./cut-line.ts";
import { fileLine } from "./file-count.ts";
import { filledLines } from "./form.ts";
import { fillIn } from "./placeholders.ts";
import { printTool, type ToolProgress } from "./print-tool.ts";
import { askedLines, questionLines, roomOf } from "./question.ts";
import { reasonText } from "./reason-text.ts";

export interface Printing {
  readonly page: Page;
  readonly style: Style;
  /** Unlimited if everything is to be shown. */
  readonly maxToolLines: number;
  readonly toolProgress: (seq: number) => ToolProgress;
  /** The unfinished line of the agent's text that was printed last. */
  readonly spoken: { line: SpokenLine };
  /** Of the turn that is ending. */
  readonly tokens: number;
  /** What is open in it can't be answered. */
  readonly isPast: boolean;
  /** If given, the end of a turn shows its time, relative to this. */
  readonly nowMs: number | null;
  /** The session's reference, if known. */
  readonly ref: string | undefined;
  /** The kind of the block that was printed last, and whether it was this one. */
  readonly lastKind: BlockKind | null;
  readonly isCurrent: boolean;
}

export function printBlock(before: Block | null, block: Block, printing: Printing): void {
  const { page, style, isCurrent } = printing;
  page.separate(isCurrent ? 0 : gapBefore(block, printing));
  switch (block.kind) {
    case "prompt":
      printPrompt(block, printing);
      for (const file of block.files ?? []) page.line(style.dim(`  ${fileLine(file)}`));
      break;
    case "message":
      page.text(speech(before, block, printing));
      break;
    case "thought":
      page.text(style.dim(speech(before, block, printing, "  ")));
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
      for (const { content, status } of block.entries) {
        const mark = `  [${marks[status]}] `;
        page.line(mark + agentRows(safeLine(content), style, mark));
      }
      break;
    case "task":
      page.line(style.dim(behindOurs(`${style.glyphs.running} in the background: `, block.title, style)));
      break;
    case "task_end":
      page.line(taskEndLine(block, style));
      break;
    case "turn_end":
      page.line(turnEndLine(block, printing));
      break;
    case "error":
      page.line(behindOurs(`${style.glyphs.failed} error: `, block.text, style, style.red));
      if (block.hint) page.line(behindOurs("  fix: ", fillIn(block.hint, printing), style, style.dim));
      break;
    case "notice":
      page.line(style.dim(behindOurs(`${style.glyphs.dot} `, fillIn(block.text, printing), style)));
      break;
    default:
      block satisfies never;
  }
  for (const cut of shownCuts(block).slice(before ? shownCuts(before).length : 0)) page.line(cutLine(cut, style));
}

/** A pasted text may be very long, so the further lines are only counted. */
const PROMPT_LINES = 20;

function printPrompt({ text, isCommand }: BlockOf<"prompt">, { page, style, maxToolLines }: Printing): void {
  const lines = text.trimEnd().split("\n");
  const isLong = lines.length > PROMPT_LINES + 1 && maxToolLines !== Number.POSITIVE_INFINITY;
  const shown = isLong ? lines.slice(0, PROMPT_LINES).join("\n") : text.trimEnd();
  const words = style.bold(`${style.glyphs.prompt} ${promptRows(shown, style)}`.trimEnd());
  page.line(words + (isCommand ? style.dim(" (command)") : ""));
  if (isLong) page.line(style.dim(`  ${style.glyphs.ellipsis} ${lines.length - PROMPT_LINES} more lines`));
}

/** A tool's input is not shown, so cutting it needs no notice. */
const shownCuts = ({ kind, cuts = [] }: Block): readonly Cut[] =>
  kind === "tool" ? cuts.filter(({ at }) => at === "/output") : cuts;

/** Text of an agent after Skein's words; its further lines are indented. */
function behindOurs(words: string, text: string, style: Style, paint = (ours: string): string => ours): string {
  const lines = outputText(text, style, true).split("\n");
  return paint(words) + lines.map((line, index) => agentRows(line, style, index === 0 ? words : "  ")).join("\n  ");
}

const marks = { pending: " ", in_progress: "~", completed: "x" } as const;

/** Blank lines separate speech, questions and plans; tools and short notices follow each other directly. */
function gapBefore({ kind }: Block, { lastKind }: Printing): 1 | 2 {
  if (kind === "task" || kind === "task_end") return 1;
  if (kind === "turn_end" || kind === "notice" || kind === "error") return 1;
  return kind === "tool" && (lastKind === "tool" || lastKind === "permission") ? 1 : 2;
}

/** The new part. It continues in its line only if nothing else was printed since. */
function speech(
  before: Block | null,
  block: BlockOf<"message"> | BlockOf<"thought">,
  { page, style, isCurrent, spoken }: Printing,
  indent = "",
): string {
  const printed = before?.kind === block.kind ? before.text.slice(0, printableLength(before.text)) : "";
  const fresh = block.text.slice(printed.length, printableLength(block.text));
  if (fresh === "") return "";
  const goesOn = isCurrent && !page.isAtLineStart;
  const { text, line } = speakOn(goesOn ? spoken.line : indentedLine(indent), fresh, style, indent);
  spoken.line = line;
  return goesOn ? text : indent + text;
}

/** Half a surrogate pair waits for its other half. */
function printableLength(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

function printPermission(
  before: Block | null,
  block: BlockOf<"permission">,
  { page, style, isCurrent, isPast, ref }: Printing,
): void {
  const isOpen = block.state === "asked";
  const room = roomOf(style);
  if (!before)
    for (const line of isOpen && !isPast
      ? questionLines({ ...block, ref }, style, room)
      : askedLines(block, style, room))
      page.line(line);
  const isNews = before?.kind === "permission" ? before.state !== block.state : !isOpen;
  if (!isNews) return;
  const about = isCurrent || !before ? "" : ` (${exactLine(block.title)})`;
  if (block.state === "stale") {
    const words = `${style.glyphs.bar} no longer open`;
    page.line(style.dim(words + agentRows(about, style, words)));
  }
  if (block.state !== "answered") return;
  const option = block.options.find(({ id }) => id === block.option);
  const label = option ? optionLabel(option) : (block.option ?? "");
  const name = byName(block.by);
  const who = name ? ` ${style.glyphs.dot} by ${safeLine(name)}` : "";
  const words = `${style.glyphs.bar} answered: `;
  const told = `${exactLine(label)}${reasonText(block.message)}`;
  const rows = agentRows(told, style, words);
  const lastRow = rows === told ? words + told : rows.slice(rows.lastIndexOf("\n") + 1);
  page.line(
    `${style.yellow(style.glyphs.bar)} answered: ${rows}${style.dim(agentRows(`${who}${about}`, style, lastRow))}`,
  );
  for (const line of filledLines(block.form ?? [], block.content ?? {})) {
    const words = `${style.glyphs.bar}   `;
    page.line(`${style.yellow(style.glyphs.bar)}   ${agentRows(line, style, words)}`);
  }
}

/** One line: the agent's own text says more about the result. */
function taskEndLine({ title, outcome, summary }: BlockOf<"task_end">, style: Style): string {
  const { glyphs, red, dim } = style;
  const end = {
    completed: `${glyphs.done} background task done`,
    failed: `${glyphs.failed} background task failed`,
    stopped: `${glyphs.stopped} background task stopped`,
    unknown: `${glyphs.stopped} background task over`,
  }[outcome];
  const what = [title, summary].flatMap((text) => (text === null || text === "" ? [] : [safeLine(text)]));
  const words = agentRows(what.map((text) => ` ${glyphs.dot} ${text}`).join(""), style, end);
  return `${outcome === "failed" ? red(end) : dim(end)}${dim(words)}`;
}

function turnEndLine({ reason, error, durationMs, at }: BlockOf<"turn_end">, printing: Printing): string {
  const { style, tokens, nowMs } = printing;
  const { glyphs, green, red, yellow, dim } = style;
  const [end, paint] = {
    completed: [`${glyphs.done} done`, green] as const,
    interrupted: [`${glyphs.stopped} stopped`, yellow] as const,
    failed: [`${glyphs.failed} failed`, red] as const,
    refused: [`${glyphs.failed} refused`, red] as const,
    limit: [`${glyphs.failed} stopped at a limit`, yellow] as const,
  }[reason];
  const facts = [
    ...(durationMs === null ? [] : [duration(durationMs)]),
    ...(tokens > 0 ? [pluralize(tokens, "token")] : []),
    ...(nowMs === null ? [] : [clockTime(at, nowMs)]),
  ];
  const tail = facts.map((fact) => dim(` ${glyphs.dot} ${fact}`)).join("");
  return `${error ? behindOurs(`${end}: `, error, style, paint) : paint(end)}${tail}`;
}
