// A session whose program is loaded: its header, what was said and done, its questions, and the next prompt.
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Activity, groupOf, type Row } from "../../view/index.ts";
import { Changes } from "../changes/changes.tsx";
import { showChanges } from "../changes/show-changes.ts";
import { Composer } from "../composer/composer.tsx";
import { explain } from "../page/explain.ts";
import { lazyModule } from "../page/lazy-module.ts";
import { usePage } from "../page/page.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Questions } from "../questions/questions.tsx";
import type { LiveSession } from "../sync/live-session.ts";
import { Transcript } from "../transcript/transcript.tsx";
import { useMarkRead } from "./mark-read.ts";
import { SessionHeader } from "./session-header.tsx";
import { SessionUnavailable } from "./session-unavailable.tsx";

const playback = lazyModule(() => import("../playback/playback.tsx"));

export function OpenSession({ live }: { live: LiveSession }) {
  const page = usePage();
  const row = page.list.sessions.value?.find((one) => one.id === live.id);
  const route = page.location.route.value;
  const plays = route.kind === "session" && route.session === live.id && route.plays === true;
  useMarkRead(live, row, !plays);
  if (live.failure.value) return <SessionUnavailable failure={live.failure.value} />;
  return (
    <>
      {row ? <Header live={live} row={row} /> : <InTrash live={live} />}
      <Content live={live} needsYou={row !== undefined && groupOf(row) === "needs_you"} />
    </>
  );
}

/** As it goes on; or played back, in place of everything that belongs to now. */
function Content({ live, needsYou }: { live: LiveSession; needsYou: boolean }) {
  const page = usePage();
  const route = page.location.route.value;
  const own = route.kind === "session" && route.session === live.id ? route : null;
  const plays = own?.plays === true;
  const isReviewing = own?.view === "changes";
  useEffect(() => {
    if (plays) void playback.load();
  }, [plays]);
  const view = live.view.value;
  if (plays && playback.failure.value !== null) return <LoadFailed what="Playback" program={playback} />;
  const { Playback } = playback.loaded.value ?? {};
  if (plays) return Playback && view ? <Playback live={live} view={view} needsYou={needsYou} /> : null;
  return (
    <div class="session-body" data-view={isReviewing ? "changes" : "transcript"}>
      <div class="conversation">
        <Transcript live={live} />
        <Questions live={live} />
        <Composer live={live} />
      </div>
      {isReviewing && <Changes live={live} onClose={() => showChanges(page, live.id, false)} />}
    </div>
  );
}

/** Rendered when something in it changes, not with each word of the agent. */
function Header({ live, row }: { live: LiveSession; row: Row }) {
  const doing = useComputed((): Activity | null => {
    live.changes.value;
    const view = live.view.value;
    if (!view) return null;
    const { turn, task } = view.state;
    const running = view.transcript.blocks.findLast(({ kind }) => kind === "tool");
    const isRunning = running?.kind === "tool" && (running.status === "running" || running.status === "pending");
    return { state: { turn, task }, tool: turn.open && isRunning ? running.title : null };
  });
  return <SessionHeader row={row} doing={doing.value} />;
}

/** A session that is in no list. */
function InTrash({ live }: { live: LiveSession }) {
  const page = usePage();
  live.changes.value;
  const view = live.view.value;
  const until = view?.state.lifecycle.trashed?.until;
  if (!view || until === undefined) return null;
  return (
    <header class="session-header in-trash">
      <p>This session was deleted. It stays in the trash until {new Date(until).toLocaleString()}.</p>
      <button
        type="button"
        onClick={() => {
          page.skein.restore(live.id).catch((error: unknown) => page.messages.complain(explain(error)));
        }}
      >
        Restore
      </button>
    </header>
  );
}
