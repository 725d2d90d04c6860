// Background tasks: work of the agent beside its turns, from its start to its end.
import type { BlockOf } from "../../../core/index.ts";
import { durationText, taskEndText } from "../../../view/index.ts";

const kinds = { subagent: "Subagent", command: "Background command", other: "Background task" } as const;

export function BackgroundTask({ block, end }: { block: BlockOf<"task">; end: BlockOf<"task_end"> | null }) {
  const ms = end === null ? 0 : Date.parse(end.at) - Date.parse(block.at);
  return (
    <p class={`line ${end === null ? "running" : end.outcome}`}>
      <span class="quiet">{kinds[block.taskKind]}:</span> <bdi>{block.title}</bdi>
      <span class="state">
        {end === null ? "started" : taskEndText[end.outcome]}
        {ms > 0 && ` ${durationText(ms)}`}
      </span>
    </p>
  );
}

export function BackgroundTaskEnd({ block: { title, outcome, summary } }: { block: BlockOf<"task_end"> }) {
  return (
    <p class={`line ${outcome}`} dir="auto">
      <span class="quiet">BackgroundTask task {taskEndText[outcome]}</span>
      {title !== null && title !== "" && (
        <>
          : <bdi>{title}</bdi>
        </>
      )}
      {summary !== null && summary !== "" && <span class="as-written"> {summary}</span>}
    </p>
  );
}
