// Background tasks in words: how many, since when, and their titles.
import type { ListedSession } from "../../client/index.ts";
import { pluralize } from "../text/numbers.ts";
import { isYoung, timeSince } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";

type Background = NonNullable<ListedSession["background"]>;

/** "2 tasks in the background, the first for 4m". In a live view the first minute shows no duration. */
export function tasksSince({ tasks, since }: Background, nowMs: number): string {
  const what = `${pluralize(tasks, "task")} in the background`;
  return isYoung(since, nowMs) ? what : `${what}, ${tasks === 1 ? "" : "the first "}for ${timeSince(since, nowMs)}`;
}

export interface EndedTask {
  readonly kind: string;
  readonly title: string;
}

/** "2 background tasks: look around, npm test"; empty if there are none. */
export const taskNames = (tasks: readonly EndedTask[]): string =>
  tasks.length === 0
    ? ""
    : `${pluralize(tasks.length, "background task")}: ${tasks.map(({ title }) => safeLine(title)).join(", ")}`;

export const taskFacts = (tasks: readonly EndedTask[]): EndedTask[] =>
  tasks.map(({ kind, title }) => ({ kind, title }));
