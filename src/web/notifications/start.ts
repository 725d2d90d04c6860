// What makes the page known to this device beyond its window: the service worker, notifications, and who is at the page.
import type { Page } from "../page/page.ts";
import { startOwnWorker } from "./own-worker.ts";
import { reportPresence } from "./presence.ts";
import { currentSubscription } from "./subscription.ts";

export function startNotifications({ skein, location }: Page): void {
  reportPresence({ skein, location });
  // What fails here is shown in the settings.
  const renew = (): void => void currentSubscription(skein).catch(() => undefined);
  startOwnWorker(location, renew);
  renew();
}
