// Reconnects without waiting for the next retry when: the page was hidden for a while (a phone may have cut its connections silently), the
// network is back, or the person returns to a page without a connection.
import type { HostEnvironment } from "../../client/index.ts";

/** After this time in the background a connection that looks open may be dead. */
const HIDDEN_MS = 5000;

type Ears = Parameters<HostEnvironment["listen"]>[0];

export interface Wakes {
  readonly environment: HostEnvironment["listen"];
  /** Reconnects, and wakes everyone who waits. */
  wake(): void;
  /** Wakes everyone who waits to retry, because the connection is back. */
  tellAll(): void;
}

interface Reasons {
  /** Whether the connection is known to be broken. */
  readonly isDown: () => boolean;
  readonly onWake: () => void;
}

export function pageWakes({ isDown, onWake }: Reasons): Wakes {
  const ears = new Set<Ears>();
  let hiddenAt: number | null = null;
  const tellAll = (): void => {
    for (const { wake } of [...ears]) wake();
  };
  const wake = (): void => {
    onWake();
    tellAll();
  };
  const hide = (): void => {
    hiddenAt ??= Date.now();
    for (const { hide } of [...ears]) hide();
  };
  const show = (): void => {
    const wasLong = hiddenAt !== null && Date.now() - hiddenAt > HIDDEN_MS;
    hiddenAt = null;
    if (wasLong || isDown()) wake();
  };
  addEventListener("online", wake);
  addEventListener("offline", () => {
    for (const { sleep } of [...ears]) sleep();
  });
  addEventListener("pagehide", hide);
  // A page that is restored from the browser's back/forward cache has lost its connections.
  addEventListener("pageshow", ({ persisted }) => (persisted ? wake() : undefined));
  addEventListener("focus", () => (isDown() ? wake() : undefined));
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? hide() : show()));
  return {
    environment(one) {
      ears.add(one);
      return () => ears.delete(one);
    },
    wake,
    tellAll,
  };
}
