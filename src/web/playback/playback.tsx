// A session played back in place of its transcript: it is always plain that this is the past, what has happened since, and how to return.
import { useComputed } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { sourceOver } from "../../client/playback/index.ts";
import { countText } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import type { LiveSession, SessionView } from "../sync/live-session.ts";
import { Panels } from "../transcript/panels/panels.tsx";
import { PastTranscript } from "./past-transcript.tsx";
import { listenForPlaybackKeys } from "./playback-keys.ts";
import { PlaybackModel, type PlaybackSource } from "./playback-model.ts";
import { PlayerBar } from "./player-bar.tsx";

interface Props {
  readonly live: LiveSession;
  readonly view: SessionView;
  /** It waits for somebody now. */
  readonly needsYou: boolean;
}

/** The address says the moment, but not each one that passes. */
const SAY_AFTER_MS = 400;

export function Playback({ live, view, needsYou }: Props) {
  const page = usePage();
  const { location, settings, skein } = page;
  const section = useRef<HTMLElement>(null);
  const model = useMemo(() => {
    const route = location.route.peek();
    const at = (route.kind === "session" ? route.at : null) ?? view.lastSeenSeq;
    return new PlaybackModel({ source: sourceOf(skein, live.id), head: view.lastSeenSeq, at });
  }, [view]);
  useEffect(() => () => model.close(), [model]);
  const leave = (): void => location.go({ kind: "session", session: live.id, at: null });
  useEffect(
    () => listenForPlaybackKeys(model, { letterKeys: () => settings.values.value.letterKeys === "on", leave }),
    [model],
  );
  // Whoever opens it by a key, too, is in it.
  useEffect(() => section.current?.focus(), []);
  useEffect(() => {
    let timer = 0;
    const stop = model.changes.subscribe(() => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        const route = location.route.peek();
        if (route.kind !== "session" || route.session !== live.id || !route.plays || route.at === model.seq) return;
        if (model.view.current) location.specify({ ...route, at: model.seq });
      }, SAY_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [model]);
  const newer = useComputed(() => {
    live.changes.value;
    model.changes.value;
    return Math.max(0, view.lastSeenSeq - model.view.head);
  }).value;
  return (
    <section class="playback" aria-label="The session as it was" tabIndex={-1} ref={section}>
      <div class="past-note">
        <p role="status">
          <strong>This is the past.</strong>
          {needsYou && <span class="needs-you"> The session needs you now.</span>}
        </p>
        {newer > 0 && (
          <button type="button" class="quiet" onClick={() => model.extendTo(view.lastSeenSeq)}>
            {countText(newer, "new event")}: add {newer === 1 ? "it" : "them"}
          </button>
        )}
        <button type="button" class="main" title="Back to now (Esc)" onClick={leave}>
          Back to now
        </button>
      </div>
      <PastTranscript
        model={model}
        session={live.id}
        panels={(scroll) => <Panels session={live.id} view={view} scroll={scroll} isPast />}
      />
      <PlayerBar model={model} />
    </section>
  );
}

const sourceOf = (skein: ReturnType<typeof usePage>["skein"], session: string): PlaybackSource => ({
  ...sourceOver(skein, session),
  timeline: (withMarks) => skein.timeline(session, withMarks ? { marks: 1 } : {}),
});
