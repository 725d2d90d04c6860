// The services that all parts of the page share: the connection to the daemon, the live list, the address, the outbox and the drafts.
import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Skein } from "../../client-entry/lazy.ts";
import { type Answer, answerIfConnected } from "../sync/answer.ts";
import { openConnection } from "../sync/connection.ts";
import type { Drafts } from "../sync/drafts.ts";
import { type LiveList, openList } from "../sync/live-list.ts";
import type { Outbox } from "../sync/outbox/outbox.ts";
import { openOutboxAndDrafts } from "../sync/outbox-and-drafts.ts";
import type { PageWarning } from "../sync/page-warning.ts";
import { openScrollPositions, type ScrollPositions } from "../sync/scroll-positions.ts";
import { openClock } from "./clock.ts";
import { type Location, openLocation } from "./location.ts";
import { type Messages, openMessages } from "./messages.ts";
import { type Overlay, openOverlay } from "./overlay.ts";
import { openSettings, type Settings } from "./settings.ts";

export interface Page {
  readonly skein: Skein;
  readonly location: Location;
  readonly list: LiveList;
  /** Sends prompts: they survive a broken connection, a reload and a closed browser. */
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** The scroll position in each session. */
  readonly scrollPositions: ScrollPositions;
  /** The current connection problem; null most of the time. */
  readonly warning: ReadonlySignal<PageWarning | null>;
  /** Reconnects at once. */
  tryNow(): void;
  readonly answer: Answer;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly overlay: Overlay;
  /** In milliseconds, updated every few seconds. */
  readonly now: ReadonlySignal<number>;
}

export function openPage(): Page {
  const connection = openConnection("web");
  const { skein, warning, tryNow } = connection;
  const list = openList(skein);
  list.unsaved.subscribe(connection.cannotSave);
  return {
    skein,
    location: openLocation(),
    list,
    ...openOutboxAndDrafts(connection),
    scrollPositions: openScrollPositions(() => localStorage),
    warning,
    tryNow,
    answer: answerIfConnected(connection),
    settings: openSettings(),
    messages: openMessages(),
    overlay: openOverlay(),
    now: openClock(),
  };
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage needs a PageContext around it.");
  return page;
}
