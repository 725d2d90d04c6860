// What the agent says.
import type { BlockOf } from "../../../core/index.ts";
import { LongTexts } from "./long-texts.tsx";
import { MarkdownText } from "./markdown.tsx";
import { CopyButton, LinkButton } from "./time-and-copy.tsx";

export function Message({ block, isGrowing }: { block: BlockOf<"message">; isGrowing: boolean }) {
  return (
    <>
      <MarkdownText text={block.text} isOpen={isGrowing} />
      <LongTexts block={block} />
      {!isGrowing && (
        <footer class="acts">
          <CopyButton text={block.text} what="message" />
          <LinkButton seq={block.seq} />
        </footer>
      )}
    </>
  );
}
