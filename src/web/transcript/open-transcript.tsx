// The transcript of a session that is loaded: its items, scrolling, the ways through it.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Stretch, stretchesOf } from "../../view/index.ts";
import type { ScrollPositions } from "../sync/scroll-positions.ts";
import { Announcer } from "./announcer.tsx";
import { Folds, FoldsContext } from "./items/foldable.tsx";
import { StretchOfItems } from "./items/stretch.tsx";
import { JumpToEnd } from "./jump-to-end.tsx";
import { TranscriptScroll } from "./scroll.ts";
import type { TranscriptView } from "./transcript-view.ts";

interface Props {
  readonly session: string;
  /** It is mutable. */
  readonly view: TranscriptView;
  /** Counts its changes: with another number it is drawn again. */
  readonly changes: number;
  /** An event that the address asks for. */
  readonly at: number | null;
  readonly positions: ScrollPositions;
  /** Finding and the outline, where there are any. */
  readonly panels: ((scroll: TranscriptScroll) => ComponentChildren) | null;
  /** What comes is news, and read out. */
  readonly isLive: boolean;
}

export function OpenTranscript({ session, view, at, positions, panels, isLive }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState<TranscriptScroll | null>(null);
  const stretches = useRef<readonly Stretch[]>([]);
  const folds = useMemo(() => new Folds(), []);
  const { blocks } = view.transcript;
  stretches.current = stretchesOf(blocks, stretches.current);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const elements = { scroller: scroller.current, content: content.current };
    const opened = new TranscriptScroll({ session, view, positions, ...elements });
    opened.begin(at).catch(() => {});
    setScroll(opened);
    return () => opened.close();
  }, [view]);
  useLayoutEffect(() => scroll?.drawn());
  useEffect(() => {
    if (scroll && at !== null) scroll.seek(at).catch(() => {});
  }, [at]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || (target instanceof Element && target.closest("input, textarea, select")))
      return;
    const acts: Record<string, (() => Promise<void>) | undefined> = {
      Home: () => scroll?.toStart() ?? Promise.resolve(),
      End: () => scroll?.toEnd() ?? Promise.resolve(),
      j: () => scroll?.toPrompt(1) ?? Promise.resolve(),
      k: () => scroll?.toPrompt(-1) ?? Promise.resolve(),
    };
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act().catch(() => {});
  };

  return (
    <div class="transcript-frame">
      <div
        ref={scroller}
        class="transcript"
        role="log"
        aria-label="Transcript"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and who has no mouse must be able to scroll it
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={content} class="transcript-content">
          <FoldsContext.Provider value={folds}>
            {stretches.current.map((stretch) => (
              <StretchOfItems key={stretch.key} stretch={stretch} />
            ))}
          </FoldsContext.Provider>
        </div>
      </div>
      {scroll && <JumpToEnd scroll={scroll} blocks={blocks} hasNewer={view.hasNewer} />}
      {scroll && panels?.(scroll)}
      {isLive && <Announcer blocks={blocks} />}
    </div>
  );
}
