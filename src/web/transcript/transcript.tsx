// What was said and done in a session.
import type { LiveSession } from "../sync/live-session.ts";

export function Transcript({ live }: { live: LiveSession }) {
  live.changes.value;
  const blocks = live.view.value?.transcript.blocks ?? [];
  return (
    <div class="transcript" role="log" aria-label="Transcript">
      {blocks.map((block) => (
        <article key={`${block.seq} ${block.kind}`} class={block.kind}>
          {"text" in block ? block.text : "title" in block ? block.title : block.kind}
        </article>
      ))}
    </div>
  );
}
