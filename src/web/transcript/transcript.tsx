// What was said and done in a session. Its program is loaded beside the session itself, so that the list of sessions does not wait for it.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { explain } from "../page/explain.ts";
import type { LiveSession } from "../sync/live-session.ts";
import "./transcript.css";

type Program = typeof import("./open-transcript.tsx");

const program = signal<Program | null>(null);
const failure = signal<string | null>(null);

async function load(): Promise<void> {
  if (program.peek()) return;
  try {
    program.value = await import("./open-transcript.tsx");
    failure.value = null;
  } catch (error) {
    failure.value = explain(error);
  }
}

export function Transcript({ live }: { live: LiveSession }) {
  useEffect(() => void load(), []);
  const view = live.view.value;
  const { OpenTranscript } = program.value ?? {};
  if (failure.value !== null)
    return (
      <p class="transcript-frame" role="alert">
        The transcript could not be loaded: {failure.value}{" "}
        <button type="button" onClick={() => void load()}>
          Try again
        </button>
      </p>
    );
  return OpenTranscript && view ? <OpenTranscript live={live} view={view} /> : <div class="transcript-frame" />;
}
