// Reconnects without waiting for the next retry when: the page was hidden for a while (a phone may have cut its connections silently), the
// network is back, or the person returns to a page without a connection.
import type { HostEnvironment } from "../../client/index.ts";

/** After this time in the background a connection that looks open may be dead. */
const HIDDEN_MS = 5000;

type Listener = Parameters<HostEnvironment["listen"]>[0];

export interface ReconnectTriggers {
  readonly listen: HostEnvironment["listen"];
  /** Reconnects, and wakes everyone who waits. */
  reconnect(): void;
  /** Wakes everyone who waits to retry, because the connection is back. */
  wakeListeners(): void;
}

interface Options {
  /** Whether the connection is known to be broken. */
  readonly isDown: () => boolean;
  readonly onReconnect: () => void;
}

export function reconnectTriggers({ isDown, onReconnect }: Options): ReconnectTriggers {
  const listeners = new Set<Listener>();
  let hiddenAt: number | null = null;
  const wakeListeners = (): void => {
    for (const { wake } of [...listeners]) wake();
  };
  const reconnect = (): void => {
    onReconnect();
    wakeListeners();
  };
  const hide = (): void => {
    hiddenAt ??= Date.now();
    for (const { hide } of [...listeners]) hide();
  };
  const show = (): void => {
    const wasLong = hiddenAt !== null && Date.now() - hiddenAt > HIDDEN_MS;
    hiddenAt = null;
    if (wasLong || isDown()) reconnect();
  };
  addEventListener("online", reconnect);
  addEventListener("offline", () => {
    for (const { sleep } of [...listeners]) sleep();
  });
  addEventListener("pagehide", hide);
  // A page that is restored from the browser's back/forward cache has lost its connections.
  addEventListener("pageshow", ({ persisted }) => (persisted ? reconnect() : undefined));
  addEventListener("focus", () => (isDown() ? reconnect() : undefined));
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? hide() : show()));
  return {
    listen(one) {
      listeners.add(one);
      return () => listeners.delete(one);
    },
    reconnect,
    wakeListeners,
  };
}
