// Marks a session as read while it is open in a focused window, and what is new can be seen there.
import { useEffect } from "preact/hooks";
import type { Row } from "../../view/index.ts";
import type { LiveSession } from "../sync/live-session.ts";

/** `isShown`: not while it is played back. */
export function useMarkRead(live: LiveSession, row: Row | undefined, isShown: boolean): void {
  const isUnread = row?.reason.code === "finished" || row?.unread === true;
  const seq = row?.reason.code === "finished" ? row.reason.seq : 0;
  useEffect(() => {
    if (!isUnread || !isShown) return;
    const look = (): void => {
      const view = live.view.value;
      const isSeen = view && !view.hasNewer && view.lastSeenSeq >= seq;
      if (isSeen && document.visibilityState === "visible" && document.hasFocus()) view.markRead().catch(() => {});
    };
    const stop = live.changes.subscribe(look);
    const stopView = live.view.subscribe(look);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      stopView();
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [live, isUnread, isShown, seq]);
}
