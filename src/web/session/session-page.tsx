// An open session. Its program and styles are loaded on their own, so that the list of sessions does not wait for them.
import { useEffect, useMemo } from "preact/hooks";
import { lazyModule } from "../page/lazy-module.ts";
import { usePage } from "../page/page.ts";
import { loadStyle } from "../page/style.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import { openSession } from "../sync/live-session.ts";
import { loadTranscript } from "../transcript/transcript.tsx";

const program = lazyModule(
  () => import("./open-session.tsx"),
  () => loadStyle(SESSION_STYLE),
);

/** Loads what a session is drawn with, so that a click shows it at once. */
export async function prepareSession(): Promise<void> {
  await Promise.all([program.load(), loadTranscript()]);
}

export function SessionPage({ id }: { id: string }) {
  const page = usePage();
  const live = useMemo(() => openSession(page, id), [page, id]);
  useEffect(() => () => live.close(), [live]);
  useEffect(() => void prepareSession(), []);
  const { OpenSession } = program.loaded.value ?? {};
  if (OpenSession) return <OpenSession live={live} />;
  return program.failure.value === null ? null : <LoadFailed what="The session" program={program} />;
}
