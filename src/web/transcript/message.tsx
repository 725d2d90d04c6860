// What the agent says.
import type { BlockOf } from "../../core/index.ts";
import { CutTexts } from "./cut-texts.tsx";
import { MarkdownText } from "./markdown.tsx";
import { CopyButton, LinkButton } from "./small.tsx";

export function Message({ block, isGrowing }: { block: BlockOf<"message">; isGrowing: boolean }) {
  return (
    <>
      <MarkdownText text={block.text} isOpen={isGrowing} />
      <CutTexts block={block} />
      {!isGrowing && (
        <footer class="acts">
          <CopyButton text={block.text} what="message" />
          <LinkButton seq={block.seq} />
        </footer>
      )}
    </>
  );
}
