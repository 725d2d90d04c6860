// This browser's subscription to push messages: made, kept alive, and ended.
import type { Skein } from "../../client-entry/lazy.ts";
import { storedText, storeText } from "../page/stored-text.ts";
import { serviceWorkers } from "./own-worker.ts";

type Push = Awaited<ReturnType<Skein["push"]>>;
type Wanted = Omit<NonNullable<Push["subscription"]>, "endpoint">;
export type NotificationKind = Wanted["kinds"][number];

export const defaultWanted: Wanted = { kinds: ["needs_you", "failed", "finished"], remindMinutes: 10 };

/** What the person chose here: the browser may lose a subscription, and the daemon its key. */
const KEY = "skein notifications";

function chosen(): Wanted | null {
  try {
    const value = JSON.parse(storedText(KEY) ?? "null") as Wanted | null;
    return value && Array.isArray(value.kinds) && typeof value.remindMinutes === "number" ? value : null;
  } catch {
    return null;
  }
}

/** Why this browser can't have notifications; null if it can. */
export function whyUnavailable(): string | null {
  if (!isSecureContext) return "Notifications need HTTPS. On the machine, run: skein web --tailscale";
  const canPush = serviceWorkers() !== null && "PushManager" in window && "Notification" in window;
  if (!canPush && isAppleTouch() && !isInstalled())
    return "Add Skein to the Home Screen first (Share, Add to Home Screen), and open it there.";
  if (!canPush) return "This browser has no notifications for pages.";
  if (Notification.permission === "denied")
    return "Notifications are blocked for this page; allow them in the browser's settings.";
  return null;
}

const isAppleTouch = (): boolean => /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** What this device gets; null if nothing. Renews a subscription that was made with another key, or that the browser has lost. */
export async function currentSubscription(skein: Skein): Promise<Wanted | null> {
  const wanted = chosen();
  if (wanted === null || whyUnavailable() !== null) return null;
  const workers = serviceWorkers();
  const [{ publicKey, subscription }, registration] = await Promise.all([skein.push(), workers?.ready]);
  const own = (await registration?.pushManager.getSubscription()) ?? null;
  const isAlive = own !== null && subscription?.endpoint === own.endpoint && isMadeWith(own, publicKey);
  if (isAlive) return { kinds: subscription.kinds, remindMinutes: subscription.remindMinutes };
  return Notification.permission === "granted" ? subscribe(skein, wanted) : null;
}

/** Asks the person first, if they were not asked yet: call it for a click. */
export async function subscribe(skein: Skein, wanted: Wanted): Promise<Wanted> {
  const workers = serviceWorkers();
  if (!workers) throw new Error("This browser has no notifications for pages.");
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("The browser does not allow notifications.");
  const [{ publicKey }, registration] = await Promise.all([skein.push(), workers.ready]);
  const own = await freshSubscription(registration, publicKey);
  const { endpoint, keys } = own.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await skein.subscribePush({ endpoint: endpoint ?? "", keys: { p256dh, auth }, ...wanted });
  storeText(KEY, JSON.stringify(wanted));
  return wanted;
}

export async function unsubscribe(skein: Skein): Promise<void> {
  storeText(KEY, "null");
  await skein.unsubscribePush();
  const registration = await serviceWorkers()?.ready;
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function freshSubscription(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const own = await registration.pushManager.getSubscription();
  if (own && isMadeWith(own, publicKey)) return own;
  // The push service refuses what is sent with another key.
  await own?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}
