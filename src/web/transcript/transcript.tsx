// What was said and done in a session.
import { useMemo, useRef } from "preact/hooks";
import { type Stretch, stretchesOf } from "../../view/index.ts";
import type { LiveSession } from "../sync/live-session.ts";
import { Folds, FoldsContext } from "./foldable.tsx";
import { StretchOfItems } from "./item.tsx";
import "./transcript.css";

export function Transcript({ live }: { live: LiveSession }) {
  const stretches = useRef<readonly Stretch[]>([]);
  const folds = useMemo(() => new Folds(), []);
  live.changes.value;
  stretches.current = stretchesOf(live.view.value?.transcript.blocks ?? [], stretches.current);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and who has no mouse must be able to scroll it
    <div class="transcript" role="log" aria-label="Transcript" aria-live="off" tabIndex={0}>
      <div class="transcript-content">
        <FoldsContext.Provider value={folds}>
          {stretches.current.map((stretch) => (
            <StretchOfItems key={stretch.key} stretch={stretch} />
          ))}
        </FoldsContext.Provider>
      </div>
    </div>
  );
}
