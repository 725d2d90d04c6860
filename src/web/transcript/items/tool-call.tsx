// A tool call: one line with what it does, how long it took and how it ended. It opens to its input and output.
import type { BlockOf } from "../../../core/index.ts";
import { changedLines, countText, durationText, toolStatusText } from "../../../view/index.ts";
import { lazyComponent } from "../../parts/lazy.tsx";
import { Foldable } from "./foldable.tsx";
import { Title } from "./title.tsx";

export type Call = BlockOf<"tool">;

const Inside = lazyComponent(async () => (await import("./inside-tool-call.tsx")).InsideToolCall);

/** The name under which it is known whether a call is open. */
export const toolFold = (seq: number): string => `tool ${seq}`;

export function ToolCall({ block, calls }: { block: Call; calls: readonly Call[] }) {
  const { title, toolKind, status, durationMs, seq } = block;
  const changed = toolKind === "edit" ? changedLines(block) : null;
  const line = (
    <>
      <Title title={title} />
      {calls.length > 0 && <span class="quiet">{countText(calls.length, "call")}</span>}
      {changed && (
        <span class="counts">
          <span class="plus">+{changed.added}</span> <span class="minus">−{changed.removed}</span>
        </span>
      )}
      <span class={`state ${status}`}>
        {status !== "completed" && toolStatusText[status]}
        {durationMs !== null && ` ${durationText(durationMs)}`}
        {status === "completed" && <span class="unseen"> {toolStatusText.completed}</span>}
      </span>
    </>
  );
  return (
    <Foldable name={toolFold(seq)} whenClosed={line} whenOpen={line}>
      {(isOpen) => isOpen && <Inside block={block} calls={calls} />}
    </Foldable>
  );
}
