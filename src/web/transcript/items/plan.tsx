// The agent's plan: its entries with their states. A plan that a newer one replaced is one line.
import type { BlockOf } from "../../../core/index.ts";
import { Foldable } from "./foldable.tsx";

const words = { pending: "to do", in_progress: "in progress", completed: "done" } as const;
const signs = { pending: "○", in_progress: "◐", completed: "●" } as const;

export function Plan({ block, isSuperseded }: { block: BlockOf<"plan">; isSuperseded: boolean }) {
  const { entries, seq } = block;
  const done = entries.filter(({ status }) => status === "completed").length;
  const line = `Plan: ${done} of ${entries.length} done`;
  return (
    // The name changes with what it is at first: what a person turned then does not hold for the other.
    <Foldable name={`plan ${seq} ${isSuperseded}`} whenClosed={line} whenOpen={line} isOpenAtFirst={!isSuperseded}>
      {(isOpen) =>
        isOpen && (
          <ul class="plan-entries">
            {entries.map(({ content, status }, index) => (
              <li key={index} class={status} dir="auto">
                <span class="sign" role="img" aria-label={words[status]}>
                  {signs[status]}
                </span>
                {content}
              </li>
            ))}
          </ul>
        )
      }
    </Foldable>
  );
}
