// An open session.
import { useEffect, useMemo } from "preact/hooks";
import { Composer } from "../composer/composer.tsx";
import { usePage } from "../page/page.ts";
import { Questions } from "../questions/questions.tsx";
import { openSession } from "../sync/live-session.ts";
import { Transcript } from "../transcript/transcript.tsx";

export function SessionPage({ id }: { id: string }) {
  const page = usePage();
  const live = useMemo(() => openSession(page, id), [page, id]);
  useEffect(() => () => live.close(), [live]);
  if (live.failure.value) return <p role="alert">{live.failure.value.message}</p>;
  return (
    <>
      <Transcript live={live} />
      <Questions live={live} />
      <Composer live={live} />
    </>
  );
}
