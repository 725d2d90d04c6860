// The usage page, whose program and styles are loaded when somebody opens it.
import { useEffect } from "preact/hooks";
import { lazyModule } from "../page/lazy-module.ts";
import { loadStyle } from "../page/style.ts";
import { LoadFailed } from "../parts/load-failed.tsx";

const program = lazyModule(
  () => import("./usage-page.tsx"),
  () => loadStyle(USAGE_STYLE),
);

export function OpenUsage() {
  useEffect(() => void program.load(), []);
  const { UsagePage } = program.loaded.value ?? {};
  if (UsagePage) return <UsagePage />;
  return program.failure.value === null ? null : <LoadFailed what="The usage" program={program} />;
}
