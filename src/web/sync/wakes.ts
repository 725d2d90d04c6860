// When the page should connect again without waiting: it was hidden for a while (a phone may have cut its connections without telling), the network
// is back, or the person returns to a page that is not connected.
import type { HostEnvironment } from "../../client/index.ts";

/** After this time in the background a connection that looks open may be dead. */
const HIDDEN_MS = 5000;

type Ears = Parameters<HostEnvironment["listen"]>[0];

export interface Wakes {
  readonly environment: HostEnvironment["listen"];
  /** A new connection is made, and whoever follows something begins again. */
  wake(): void;
  /** The connection is there again: whoever waits for it goes on. */
  tellAll(): void;
}

interface Reasons {
  /** Whether there is something to repair. */
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
  // From the browser's memory of left pages it comes with connections that are gone.
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
