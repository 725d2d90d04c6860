// The transcript of a session as it goes on.
import { useMemo } from "preact/hooks";
import { usePage } from "../page/page.ts";
import type { LiveSession, SessionView } from "../sync/live-session.ts";
import { ForksContext, openForkLinks } from "./items/forks.tsx";
import { OpenTranscript } from "./open-transcript.tsx";
import { Panels } from "./panels/panels.tsx";

export function LiveTranscript({ live, view }: { live: LiveSession; view: SessionView }) {
  const page = usePage();
  const { location, scrollPositions } = page;
  const forks = useMemo(() => openForkLinks(page, live.id), [page, live.id]);
  const route = location.route.value;
  const at = route.kind === "session" && route.session === live.id ? route.at : null;
  return (
    <ForksContext.Provider value={forks}>
      <OpenTranscript
        isLive
        session={live.id}
        view={view}
        changes={live.changes.value}
        at={at}
        positions={scrollPositions}
        panels={(scroll) => <Panels session={live.id} view={view} scroll={scroll} />}
      />
    </ForksContext.Provider>
  );
}
