// The transcript of a session as it was: the same as of one that goes on.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { OpenTranscript } from "../transcript/open-transcript.tsx";
import type { TranscriptScroll } from "../transcript/scroll.ts";
import type { PlaybackModel } from "./playback-model.ts";

interface Props {
  readonly model: PlaybackModel;
  readonly session: string;
  /** An event that the address asks for. */
  readonly at?: number | null;
  /** Where one begins to read otherwise; null: at the moment itself. */
  readonly from?: number | null;
  readonly panels: ((scroll: TranscriptScroll) => ComponentChildren) | null;
}

/** Where one reads in the past is not where one read. */
const noPositions = { of: () => null, keep: () => {} };

export function PastTranscript({ model, session, at = null, from = null, panels }: Props) {
  const jumps = model.jumps.value;
  const frame = useRef<HTMLDivElement>(null);
  const begun = useRef(jumps);
  const positions = from === null ? noPositions : { of: () => ({ seq: from, offset: 0 }), keep: () => {} };
  // A moment is seen at its end, wherever one has read before.
  useEffect(() => {
    if ((at ?? from) !== null && jumps === begun.current) return;
    const scroller = frame.current?.querySelector(".transcript");
    if (scroller) scroller.scrollTop = 0;
  }, [jumps]);
  return (
    <div class="past-transcript" ref={frame}>
      <OpenTranscript
        session={session}
        view={model.view}
        changes={model.changes.value}
        at={at}
        positions={positions}
        panels={panels}
        isLive={false}
      />
    </div>
  );
}
