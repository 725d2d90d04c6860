// What was said and done in a session. Its program is loaded beside the session itself: the composer does not wait for it.
import { useEffect } from "preact/hooks";
import { lazyModule } from "../page/lazy-module.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import type { LiveSession } from "../sync/live-session.ts";

const program = lazyModule(() => import("./live-transcript.tsx"));

export const loadTranscript = (): Promise<void> => program.load();

export function Transcript({ live }: { live: LiveSession }) {
  useEffect(() => void program.load(), []);
  const view = live.view.value;
  const { LiveTranscript } = program.loaded.value ?? {};
  if (program.failure.value !== null)
    return (
      <div class="transcript-frame">
        <LoadFailed what="The transcript" program={program} />
      </div>
    );
  return LiveTranscript && view ? <LiveTranscript live={live} view={view} /> : <div class="transcript-frame" />;
}
