// What the agent thinks: one line with its duration, which opens to the text.
import type { BlockOf } from "../../../core/index.ts";
import { durationText } from "../../../view/index.ts";
import { Foldable } from "./foldable.tsx";
import { LongTexts } from "./long-texts.tsx";
import { MarkdownText } from "./markdown.tsx";

interface Props {
  readonly block: BlockOf<"thought">;
  readonly isGrowing: boolean;
  readonly endedAt: string | null;
}

export function Thought({ block, isGrowing, endedAt }: Props) {
  const ms = endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(block.at);
  const words = isGrowing ? "Thinking …" : ms > 0 ? `Thought for ${durationText(ms)}` : "Thought";
  return (
    <Foldable name={`thought ${block.seq}`} whenClosed={words} whenOpen={words}>
      {(isOpen) =>
        isOpen && (
          <div class="inside">
            <MarkdownText text={block.text} isOpen={isGrowing} />
            <LongTexts block={block} />
          </div>
        )
      }
    </Foldable>
  );
}
