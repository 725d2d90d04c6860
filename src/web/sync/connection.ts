// The page's connection to the daemon: all requests go through it, and every response or failure updates what is known about it.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { pageEnvironment, Skein } from "../../client/index.ts";
import { laneTransport } from "./lanes/lane-transport.ts";
import { openLanes } from "./lanes/open-lanes.ts";
import { openUpload } from "./open-upload.ts";
import { pageKey, pageTransport } from "./page-key.ts";
import { type Facts, nextCheckMs, noFacts, type PageWarning, pageWarningOf } from "./page-warning.ts";
import { reconnectTriggers } from "./reconnect-triggers.ts";
import type { Upload } from "./upload.ts";
import { type AnswerNews, watchedTransport } from "./watched-transport.ts";

export interface Connection {
  readonly skein: Skein;
  readonly upload: Upload;
  /** What is wrong; set with a delay, so that short failures are not shown. */
  readonly warning: ReadonlySignal<PageWarning | null>;
  /** Whether the daemon answers, as far as this page knows. */
  readonly isUp: ReadonlySignal<boolean>;
  /** Reconnects at once. */
  tryNow(): void;
  /** Reports why the daemon can't save anything; null if it can. */
  cannotSave(why: string | null): void;
  /** Reports that this browser can't save anything. */
  cannotKeep(why: string): void;
}

/** Needs no network. */
const ON_THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

export function openConnection(name: string): Connection {
  const isOnline = (): boolean => navigator.onLine || ON_THIS_MACHINE.includes(location.hostname);
  const facts = signal<Facts>({ ...noFacts, isOnline: isOnline() });
  const learn = (news: Partial<Facts>): void => {
    const isNew = Object.entries(news).some(([key, value]) => facts.peek()[key as keyof Facts] !== value);
    if (isNew) facts.value = { ...facts.peek(), ...news };
  };
  const down = (): void => learn({ downSinceMs: facts.peek().downSinceMs ?? Date.now() });

  const learnFrom = (news: AnswerNews): void => {
    if (news.kind === "failed") {
      down();
      return;
    }
    const { status, version } = news;
    // The first daemon to answer is the one that served the page.
    const versions = { pageVersion: facts.peek().pageVersion ?? version, daemonVersion: version };
    learn({ downSinceMs: null, isSignedOut: status === 401, ...(version === null ? {} : versions) });
  };
  const transport = watchedTransport(pageTransport(pageKey), learnFrom);
  const lanes = openLanes(
    { transport, key: pageKey },
    {
      onNextTry(nextTryMs) {
        learn({ nextTryMs });
        if (nextTryMs === null) triggers.wakeListeners();
      },
      onStreamDelayed: () => learn({ isStreamDelayed: true }),
      onAnswer: learnFrom,
    },
  );
  const triggers = reconnectTriggers({
    isDown: () => facts.peek().downSinceMs !== null || !facts.peek().isOnline,
    onReconnect: () => lanes.wake(),
  });
  addEventListener("online", () => learn({ isOnline: true }));
  addEventListener("offline", () => {
    learn({ isOnline: isOnline() });
    if (!isOnline()) down();
  });
  const environment = { ...pageEnvironment(window), isOnline, listen: triggers.listen };
  const storage = {
    get: (key: string) => localStorage.getItem(key),
    set: (key: string, value: string) => localStorage.setItem(key, value),
  };
  return {
    skein: new Skein({
      transport: laneTransport(lanes.open, transport, () => facts.peek().isStreamDelayed),
      name,
      storage,
      environment,
    }),
    upload: openUpload({ name, key: pageKey, tell: learnFrom }),
    warning: late(facts),
    isUp: upIn(facts),
    tryNow: triggers.reconnect,
    cannotSave: (why) => learn({ daemonCantSave: why }),
    cannotKeep: (why) => learn({ browserCantSave: why }),
  };
}

/** The warning, evaluated again when time alone may have changed it. */
function late(facts: Signal<Facts>): ReadonlySignal<PageWarning | null> {
  const warning = signal<PageWarning | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  facts.subscribe(function look(known): void {
    clearTimeout(timer);
    const next = pageWarningOf(known, Date.now());
    if (JSON.stringify(next) !== JSON.stringify(warning.peek())) warning.value = next;
    const inMs = nextCheckMs(known, Date.now());
    if (inMs !== null) timer = setTimeout(() => look(facts.peek()), inMs);
  });
  return warning;
}

function upIn(facts: Signal<Facts>): ReadonlySignal<boolean> {
  const isUp = signal(true);
  facts.subscribe(({ downSinceMs, isOnline, isSignedOut }) => {
    isUp.value = downSinceMs === null && isOnline && !isSignedOut;
  });
  return isUp;
}
