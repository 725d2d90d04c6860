// The way back to the end, with the number of items that came since the reader left it.
import type { Block } from "../../core/index.ts";
import type { TranscriptScroll } from "./scroll.ts";

interface Props {
  readonly scroll: TranscriptScroll;
  readonly blocks: readonly Block[];
  readonly hasNewer: boolean;
}

export function JumpToEnd({ scroll, blocks, hasNewer }: Props) {
  if (scroll.isAtEnd.value) return null;
  const leftAt = scroll.leftAt.value ?? Number.POSITIVE_INFINITY;
  const count = blocks.length - (blocks.findLastIndex(({ seq }) => seq <= leftAt) + 1);
  const words = count > 0 ? `${count}${hasNewer ? "+" : ""} new` : "To the end";
  return (
    <button type="button" class="new-below" onClick={() => scroll.toEnd().catch(() => {})}>
      <span aria-hidden="true">↓ </span>
      {words}
    </button>
  );
}
