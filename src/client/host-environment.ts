// What a client hears of the place that it runs in: a page loses its network, sleeps, and is looked at again. A plain process hears nothing.

export interface Ears {
  /** The network is back, or somebody looks again: a connection from before may be dead without having said so. */
  wake(): void;
  /** The network is gone. */
  sleep(): void;
  /** The page may end without another word. */
  hide(): void;
}

export interface HostEnvironment {
  isOnline(): boolean;
  /** On a phone: its network takes its time. */
  isMobile(): boolean;
  /** Returns how to stop listening. */
  listen(ears: Ears): () => void;
  /** Resolves when others have had their turn: what waits for a page to be drawn, or for a hand on it. */
  nextTurn(): Promise<void>;
}

export const plainProcess: HostEnvironment = {
  isOnline: () => true,
  isMobile: () => false,
  listen: () => () => {},
  nextTurn: () => new Promise((resolve) => setTimeout(resolve, 0)),
};

/** Not a timer: in a page that nobody looks at those come once a second. */
function nextTurnOfPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const hear = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener("message", hear, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

interface Target {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** As much of a browser's `window` as is needed. A worker has no document, and where a page is only prepared nothing is heard. */
export interface Page extends Target {
  readonly navigator?: {
    readonly onLine?: boolean;
    /** Not every browser has it. */
    readonly userAgentData?: { readonly mobile: boolean };
    readonly userAgent?: string;
  };
  readonly document?: Target & { readonly visibilityState: string };
}

export function pageEnvironment(page: Page): HostEnvironment {
  return {
    isOnline: () => page.navigator?.onLine ?? true,
    isMobile: () => page.navigator?.userAgentData?.mobile ?? /\bMobi/.test(page.navigator?.userAgent ?? ""),
    nextTurn: nextTurnOfPage,
    listen({ wake, sleep, hide }) {
      const { document } = page;
      const look = (): void => (document?.visibilityState === "hidden" ? hide() : wake());
      const heard: [Target | undefined, string, () => void][] = [
        [page, "online", wake],
        [page, "offline", sleep],
        [page, "pagehide", hide],
        [document, "visibilitychange", look],
      ];
      for (const [target, type, listener] of heard) target?.addEventListener?.(type, listener);
      return () => {
        for (const [target, type, listener] of heard) target?.removeEventListener?.(type, listener);
      };
    },
  };
}
