// The rows above the line being typed: background tasks, the queue, the effect of Enter while the agent is busy, and drafts.
import { countTasks, promptTitle, type SessionState } from "../../core/index.ts";
import type { SentMeanwhile } from "../prompt/held-queue.ts";
import { tasksSince } from "../render/background.ts";
import { titleOf, waitingFor } from "../render/queue-table.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";

const SHOWN = 3;

export interface RowOptions {
  readonly style: Style;
  readonly columns: number;
  readonly measure: Measure;
  readonly nowMs: number;
  /** The session's reference, as a person writes it. */
  readonly ref: string;
  /** Enter would queue the line. */
  readonly isBusy: boolean;
  /** A question is open: agents can queue prompts, too, and a list below the question could be read as its answers. So prompts are only counted. */
  readonly isAsked: boolean;
}

/** The background tasks: how many, since when, and their titles. */
export function taskRow({ task }: SessionState, options: Omit<RowOptions, "isBusy">): string[] {
  const [first] = task.running;
  if (!first) return [];
  const { style, nowMs, isAsked } = options;
  const background = { tasks: countTasks(task), since: first.startedAt };
  const titles = isAsked ? "" : `: ${task.running.map(({ title }) => safeLine(title)).join(", ")}`;
  return [style.dim(cutRow(`${style.glyphs.running} ${tasksSince(background, nowMs)}${titles}`, options))];
}

export function queueRows(
  { prompt }: SessionState,
  options: RowOptions & {
    /** What happens to a prompt while the queue is held. */
    readonly sent: SentMeanwhile;
  },
): string[] {
  const { style, nowMs, ref, isBusy, isAsked, sent } = options;
  const { dot, ellipsis, paused } = style.glyphs;
  const { queue } = prompt;
  if (isAsked) return queue.length === 0 ? [] : [style.dim(cutRow(`  ${queue.length} queued`, options))];
  const rows = queue.slice(0, SHOWN).map((one, index) => {
    const state = waitingFor(one, queue, nowMs);
    const title = titleOf({ title: promptTitle(one.text), ...(one.files ? { files: one.files } : {}) });
    return `  ${index + 1} ${title}${state === "waits" ? "" : ` ${dot} ${state}`}`;
  });
  if (queue.length > SHOWN) rows.push(`  ${ellipsis} ${queue.length - SHOWN} more: skein queue ${ref}`);
  if (queue.length > 0 && prompt.paused)
    rows.push(`${paused} held: a prompt that you send ${sent} ${dot} release with: skein queue ${ref} release`);
  if (isBusy) rows.push(`busy: Enter queues ${dot} Alt+Enter stops the turn and sends ${dot} Esc stops it`);
  return rows.map((row) => style.dim(cutRow(row, options)));
}

export interface Draft {
  /** The draft that was set aside. */
  readonly aside: string | null;
  /** The line is a draft of a prompt, or was typed for a question that is closed. */
  readonly isDraft: boolean;
  /** Enter sends it. */
  readonly isKept: boolean;
  /** The label of the open question. */
  readonly asked: string | null;
}

/** What can be done with a line that Enter does not send, and with a draft that was set aside. */
export function draftRows({ aside, isDraft, isKept, asked }: Draft, options: Omit<RowOptions, "isBusy">): string[] {
  const { style } = options;
  const label = asked?.trim().replace(/(?<!\s)\s*›$/, "");
  return [
    ...(aside === null ? [] : [`draft, back with Tab: ${safeLine(aside)}`]),
    ...(isDraft && asked !== null ? [`Tab puts it aside to answer${label ? `: ${label}` : " the question"}`] : []),
    ...(isKept ? ["Enter again sends it as a prompt"] : []),
  ].map((row) => style.dim(cutRow(row, options)));
}

/** One column stays free, so that no row wraps. */
function cutRow(row: string, { columns, measure, style }: Omit<RowOptions, "isBusy">): string {
  if (measure(row) < columns) return row;
  const characters = [...row];
  const room = columns - 1 - measure(style.glyphs.ellipsis);
  while (characters.length > 0 && measure(characters.join("")) > room) characters.pop();
  return characters.join("") + style.glyphs.ellipsis;
}
