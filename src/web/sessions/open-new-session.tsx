// Opens the dialog for a new session, which is loaded with it. It suggests the directory of the open one.
import { explain } from "../page/explain.ts";
import type { Page } from "../page/page.ts";
import { lazyImport } from "../parts/lazy.tsx";

const load = lazyImport(() => import("./new-session.tsx"));

export async function openNewSession({ overlay, list, location, messages }: Page): Promise<void> {
  const program = await load().catch((error: unknown) => messages.complain(explain(error)));
  if (!program) return;
  const { NewSession } = program;
  const route = location.route.value;
  const open = route.kind === "session" ? list.sessions.value?.find(({ id }) => id === route.session) : undefined;
  overlay.show(<NewSession directory={open?.workspace.path ?? null} />);
}
