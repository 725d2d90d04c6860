// The program of the page's service worker: shows push messages, opens what they are about, and keeps the page's files.
import { assetFile, type FileCache, kindOf, pageFile } from "./page-cache.ts";
import { shownOf } from "./push-message.ts";

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Lasting {
  readonly data: { text(): string } | null;
}
interface ClickEvent extends Lasting {
  readonly notification: Notification;
}
interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface OpenWindow {
  readonly focused: boolean;
  readonly visibilityState: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}
/** What of a service worker's scope is used; the compiler's own types of it exclude those of the page. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
    openWindow(address: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate" | "pushsubscriptionchange", listener: (event: Lasting) => void): void;
  addEventListener(name: "push", listener: (event: PushEvent) => void): void;
  addEventListener(name: "notificationclick", listener: (event: ClickEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}
const scope = globalThis as unknown as Scope;

const CACHE = "skein page";
const cache: FileCache = {
  match: (address) => caches.open(CACHE).then((files) => files.match(address)),
  put: (address, file) => caches.open(CACHE).then((files) => files.put(address, file)),
  clear: () => caches.delete(CACHE).then(() => undefined),
};

const windows = (): Promise<readonly OpenWindow[]> =>
  scope.clients.matchAll({ type: "window", includeUncontrolled: true });

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("push", (event) => {
  const { title, body, tag, isUrgent, address } = shownOf(event.data?.text() ?? null);
  const options = { body, tag, icon: "/assets/icon-192.png", data: { address }, requireInteraction: isUrgent };
  event.waitUntil(scope.registration.showNotification(title, { ...options, renotify: true } as NotificationOptions));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { address } = event.notification.data as { address: string };
  event.waitUntil(open(address));
});

scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

/** Only the page can subscribe anew: the worker has not what proves who the device is. */
async function renew(): Promise<void> {
  const all = await windows();
  for (const window of all) window.postMessage({ kind: "renew" });
  if (all.length > 0) return;
  const body = "Open Skein once: until then this device gets no notifications.";
  await scope.registration.showNotification("Skein", {
    ...{ body, tag: "renew", icon: "/assets/icon-192.png", data: { address: "/" } },
  });
}

/** In a window that is there already, which keeps what is written in it. */
async function open(address: string): Promise<void> {
  const all = await windows();
  const shown = all.find(({ focused }) => focused) ?? all.find(({ visibilityState }) => visibilityState === "visible");
  const window = shown ?? all[0];
  if (!window) return void (await scope.clients.openWindow(address));
  window.postMessage({ kind: "open", address });
  await window.focus();
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const kind = kindOf(url, { isPage: request.mode === "navigate", method: request.method });
  if (kind === "page") event.respondWith(pageFile(cache, () => fetch(request)));
  if (kind === "asset") event.respondWith(assetFile(cache, url.pathname, () => fetch(request)));
});
