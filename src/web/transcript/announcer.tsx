// Reads out finished messages to people who listen to the page, and never single words.
import { useRef } from "preact/hooks";
import type { Block } from "../../core/index.ts";

const MAX_CHARACTERS = 500;

export function Announcer({ blocks }: { blocks: readonly Block[] }) {
  const last = blocks.at(-1);
  // What was there when the session was opened is not news.
  const opened = useRef(last?.seq ?? 0);
  const finished = blocks.findLast(
    (block) => block !== last && block.seq > opened.current && (block.kind === "message" || block.kind === "error"),
  );
  const text = finished && "text" in finished ? finished.text : "";
  return (
    <div class="unseen" role="status" aria-label="Newest message">
      {text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text}
    </div>
  );
}
