// What a client hears of the place that it runs in: a page loses its network, sleeps, and is looked at again. A plain process hears nothing.

export interface Ears {
  /** The network is back, or somebody looks again: a connection from before may be dead without having said so. */
  wake(): void;
  /** The network is gone. */
  sleep(): void;
  /** The page may end without another word. */
  hide(): void;
}

export interface Surroundings {
  isOnline(): boolean;
  /** Returns how to stop listening. */
  listen(ears: Ears): () => void;
}

export const plainProcess: Surroundings = { isOnline: () => true, listen: () => () => {} };

interface Target {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** As much of a browser's `window` as is needed. A worker has no document, and where a page is only prepared nothing is heard. */
export interface Page extends Target {
  readonly navigator?: { readonly onLine?: boolean };
  readonly document?: Target & { readonly visibilityState: string };
}

export function pageSurroundings(page: Page): Surroundings {
  return {
    isOnline: () => page.navigator?.onLine ?? true,
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
