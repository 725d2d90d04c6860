// A session in a file: its transcript at any moment, played by the reader, with nothing but what the file has.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { initialState } from "../../core/index.ts";
import { type AboutExport, maskedTexts } from "../../view/index.ts";
import { PastTranscript } from "../playback/past-transcript.tsx";
import { listenForPlaybackKeys } from "../playback/playback-keys.ts";
import { PlaybackModel } from "../playback/playback-model.ts";
import { PlayerBar } from "../playback/player-bar.tsx";
import { Panels } from "../transcript/panels/panels.tsx";
import { TranscriptHostContext } from "../transcript/transcript-host.ts";
import type { ExportedSession } from "./exported-session.ts";

const number = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

function exportedOn(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? "" : ` · exported on ${day.format(at)}`;
}

/** `#120` is event 120. */
function seqInAddress(): number | null {
  const seq = /^#(\d{1,15})$/.exec(window.location.hash)?.[1];
  return seq === undefined ? null : Number(seq);
}

export function Exported({ session }: { session: ExportedSession }) {
  const { firstSeq, head, about } = session;
  const at = useSignal(seqInAddress());
  const model = useMemo(() => new PlaybackModel({ source: session, head, at: head }), [session]);
  const isReady = useComputed(() => {
    model.changes.value;
    return model.view.current !== null;
  }).value;
  useEffect(() => listenForPlaybackKeys(model, { letterKeys: () => true, leave: null }), [model]);
  useEffect(() => {
    const onChange = (): void => {
      at.value = seqInAddress() ?? at.value;
    };
    window.addEventListener("hashchange", onChange);
    return () => window.removeEventListener("hashchange", onChange);
  }, []);
  const host = useMemo(
    () => ({
      blob: (name: string) => session.blob(name),
      linkTo: (seq: number) => `${window.location.href.replace(/#.*/s, "")}#${seq}`,
      find: session.find,
    }),
    [session],
  );
  const view = useMemo(() => ({ outline: () => session.outline(), state: initialState }), [session]);
  return (
    <TranscriptHostContext.Provider value={host}>
      <Header session={session} />
      <main class="playback" aria-label="Session">
        {isReady && (
          <PastTranscript
            model={model}
            session={about.session}
            at={at.value}
            from={firstSeq}
            panels={(scroll) => <Panels session={about.session} view={view} scroll={scroll} isPast />}
          />
        )}
        <PlayerBar model={model} />
      </main>
    </TranscriptHostContext.Provider>
  );
}

function Header({ session: { about, firstSeq, head } }: { session: ExportedSession }) {
  const { label, agent, model, directory, exportedAt, turn, masked } = about;
  const count = head - firstSeq + 1;
  const events = `${number.format(count)} ${count === 1 ? "event" : "events"}`;
  return (
    <header class="about">
      <div class="words">
        <h1>
          <bdi>{label}</bdi>
          {turn !== null && `, turn ${turn}`}
        </h1>
        <p>
          <bdi>{agent}</bdi>
          {model !== null && (
            <>
              {" · "}
              <bdi>{model}</bdi>
            </>
          )}
          {" · "}
          <bdi>{directory}</bdi>
          {` · ${events}${exportedOn(exportedAt)}`}
        </p>
        <Masked masked={masked} />
      </div>
      <select
        aria-label="Theme"
        title="Theme"
        onChange={({ currentTarget }) => {
          document.documentElement.dataset.theme = currentTarget.value;
        }}
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </header>
  );
}

function Masked({ masked }: Pick<AboutExport, "masked">) {
  const { sentence, kinds } = maskedTexts(masked);
  if (kinds === "") return <p>{sentence}</p>;
  return (
    <details>
      <summary>{sentence}</summary>
      <p>{kinds}</p>
    </details>
  );
}
