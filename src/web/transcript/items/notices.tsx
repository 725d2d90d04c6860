// What Skein itself says between the agent's words: notices, errors with what to do, how a turn ended.
import type { BlockOf } from "../../../core/index.ts";
import { durationText, turnEndText, usageText } from "../../../view/index.ts";
import { Forks } from "./forks.tsx";
import { LongTexts } from "./long-texts.tsx";
import { LinkButton, Time } from "./time-and-copy.tsx";

export function NoticeLine({ block }: { block: BlockOf<"notice"> }) {
  return (
    <>
      <p class="line quiet as-written" dir="auto">
        {block.text}
      </p>
      <LongTexts block={block} />
    </>
  );
}

export function ErrorLine({ block }: { block: BlockOf<"error"> }) {
  return (
    <div class="failure">
      <p class="as-written" dir="auto">
        <strong>Error: </strong>
        {block.text}
      </p>
      {block.hint !== null && (
        <p class="as-written" dir="auto">
          What to do: {block.hint}
        </p>
      )}
      <LongTexts block={block} />
    </div>
  );
}

export function TurnEnd({ block: { reason, error, durationMs, usage, at, seq } }: { block: BlockOf<"turn_end"> }) {
  return (
    <>
      <p class={`turn-end ${reason}`}>
        <span class="state">{turnEndText[reason]}</span>
        {durationMs !== null && <span>{durationText(durationMs)}</span>}
        {usage && <span>{usageText({ ...usage, costUsd: usage.costUsd ?? 0 })}</span>}
        <Time at={at} />
        <LinkButton seq={seq} />
        {error !== null && (
          <span class="as-written" dir="auto">
            {error}
          </span>
        )}
      </p>
      <Forks seq={seq} />
    </>
  );
}
