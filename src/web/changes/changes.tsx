// What the open session changed, beside its transcript. Its program and styles are loaded when somebody looks.
import { useEffect } from "preact/hooks";
import { lazyModule } from "../page/lazy-module.ts";
import { loadStyle } from "../page/style.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import type { LiveSession } from "../sync/live-session.ts";

const program = lazyModule(
  () => import("./changes-panel.tsx"),
  () => loadStyle(CHANGES_STYLE),
);

export function Changes({ live, onClose }: { live: LiveSession; onClose: () => void }) {
  useEffect(() => void program.load(), []);
  const { ChangesPanel } = program.loaded.value ?? {};
  if (ChangesPanel) return <ChangesPanel live={live} onClose={onClose} />;
  return program.failure.value === null ? null : <LoadFailed what="The changes" program={program} />;
}
