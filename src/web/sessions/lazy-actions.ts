// Actions on sessions. What carries them out is loaded with the first one.
import type { Row, SessionActionId } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import type { Page } from "../page/page.ts";
import { lazyImport } from "../parts/lazy.tsx";

const load = lazyImport(() => import("./perform-action.tsx"));

export async function performAction(page: Page, id: SessionActionId, rows: readonly Row[]): Promise<void> {
  try {
    const program = await load();
    await program.performAction(page, id, rows);
  } catch (error) {
    page.messages.complain(explain(error));
  }
}
