// What works in the background, as one row above the line being typed: how much, since when, and what it is.
import { countTasks, type SessionState } from "../../core/index.ts";
import { tasksSince } from "../render/background.ts";
import { safeLine } from "../text/safe-text.ts";
import { cutRow, type RowOptions } from "./queue-rows.ts";

export function taskRow({ task }: SessionState, options: Omit<RowOptions, "isBusy">): string[] {
  const [first] = task.running;
  if (!first) return [];
  const { style, nowMs, isAsked } = options;
  const background = { tasks: countTasks(task), since: first.startedAt };
  const titles = isAsked ? "" : `: ${task.running.map(({ title }) => safeLine(title)).join(", ")}`;
  return [style.dim(cutRow(`${style.glyphs.running} ${tasksSince(background, nowMs)}${titles}`, options))];
}
