// Events of a client's environment: a page loses its network, sleeps, and becomes visible again. A plain process has none.

export interface EnvironmentListener {
  /** The network is back, or the page is visible again: an earlier connection may be dead without a sign. */
  wake(): void;
  /** The network is gone. */
  sleep(): void;
  /** The page may end without further notice. */
  hide(): void;
}

export interface HostEnvironment {
  isOnline(): boolean;
  /** On a phone: its network is slow. */
  isMobile(): boolean;
  /** Returns a function that stops listening. */
  listen(listener: EnvironmentListener): () => void;
  /** Resolves when other tasks had their turn: rendering, and user input. */
  nextTurn(): Promise<void>;
}

export const plainProcess: HostEnvironment = {
  isOnline: () => true,
  isMobile: () => false,
  listen: () => () => {},
  nextTurn: () => new Promise((resolve) => setTimeout(resolve, 0)),
};

/** Not a timer: in a hidden page timers run once a second. */
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

/** The needed part of a browser's `window`. A worker has no document, and prerendering fires no events. */
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
