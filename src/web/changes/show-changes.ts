import type { Page } from "../page/page.ts";

/** Opens and closes what a session changed. Its address is a place of its own, so that the browser's way back leads to the transcript. */
export function showChanges({ location }: Page, session: string, isOpen: boolean): void {
  const view = isOpen ? { view: "changes" as const } : {};
  location.go({ kind: "session", session, at: null, ...view });
  if (!isOpen) document.querySelector<HTMLElement>(".session-header .show-changes")?.focus();
}
