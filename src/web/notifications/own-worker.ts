// The page's service worker: registered once the page is drawn, where the browser has such workers.
import type { Location } from "../page/location.ts";
import { ownScript, SERVICE_WORKER } from "../sync/own-script.ts";

/** Null where there are none: without HTTPS, or in some private windows. */
export const serviceWorkers = (): ServiceWorkerContainer | null =>
  isSecureContext && "serviceWorker" in navigator ? navigator.serviceWorker : null;

/** A click on a notification leads here. `renew`: the browser has ended its subscription. */
export function startOwnWorker(location: Location, renew: () => void): void {
  const workers = serviceWorkers();
  if (!workers) return;
  workers.addEventListener("message", ({ data }: MessageEvent<{ kind?: string; address?: string }>) => {
    if (data.kind === "open" && data.address !== undefined) location.goTo(data.address);
    if (data.kind === "renew") renew();
  });
  // Notifications and opening without a connection are missing then; the settings say so.
  workers.register(ownScript(SERVICE_WORKER)).catch(() => undefined);
}
