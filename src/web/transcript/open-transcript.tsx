// The transcript of a session that is loaded: its items, scrolling, the ways through it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Stretch, stretchesOf } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import type { LiveSession, SessionView } from "../sync/live-session.ts";
import { Announcer } from "./announcer.tsx";
import { Folds, FoldsContext } from "./items/foldable.tsx";
import { ForksContext, openForkLinks } from "./items/forks.tsx";
import { StretchOfItems } from "./items/stretch.tsx";
import { JumpToEnd } from "./jump-to-end.tsx";
import { Panels } from "./panels/panels.tsx";
import { TranscriptScroll } from "./scroll.ts";

export function OpenTranscript({ live, view }: { live: LiveSession; view: SessionView }) {
  const page = usePage();
  const { location, scrollPositions } = page;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState<TranscriptScroll | null>(null);
  const stretches = useRef<readonly Stretch[]>([]);
  const folds = useMemo(() => new Folds(), []);
  const forks = useMemo(() => openForkLinks(page, live.id), [page, live.id]);
  live.changes.value;
  const { blocks } = view.transcript;
  stretches.current = stretchesOf(blocks, stretches.current);

  const route = location.route.value;
  const at = route.kind === "session" && route.session === live.id ? route.at : null;
  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const elements = { scroller: scroller.current, content: content.current };
    const opened = new TranscriptScroll({ session: live.id, view, positions: scrollPositions, ...elements });
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
            <ForksContext.Provider value={forks}>
              {stretches.current.map((stretch) => (
                <StretchOfItems key={stretch.key} stretch={stretch} />
              ))}
            </ForksContext.Provider>
          </FoldsContext.Provider>
        </div>
      </div>
      {scroll && <JumpToEnd scroll={scroll} blocks={blocks} hasNewer={view.hasNewer} />}
      {scroll && <Panels session={live.id} view={view} scroll={scroll} />}
      <Announcer blocks={blocks} />
    </div>
  );
}
