// Connecting from a page.
import { fetchTransport, type LastSeenStorage, type Page, pageEnvironment, Skein } from "../client/index.ts";

export interface ConnectOptions {
  /** Where the API is; without it, where the page came from. */
  readonly url?: string;
  /** Sent with each request. */
  readonly token?: string;
  /** What this program calls itself: people see it as who did something. */
  readonly name?: string;
  /** Keeps how far each session was seen; without it the page's `localStorage` does. `null`: nothing is kept. */
  readonly storage?: LastSeenStorage | null;
}

interface Browser extends Page {
  readonly location?: { readonly origin: string };
  readonly localStorage?: { getItem(key: string): string | null; setItem(key: string, value: string): void };
}

const browser = globalThis as unknown as Browser;

/** Reached for each time: a page that may not keep anything throws when it is asked for the storage. */
const pageStorage: LastSeenStorage = {
  get: (key) => browser.localStorage?.getItem(key) ?? null,
  set: (key, value) => browser.localStorage?.setItem(key, value),
};

/** Nothing is asked yet: that the daemon is not there shows with the first call. */
export function connect({ url, token, name = "skein/client", storage = pageStorage }: ConnectOptions = {}): Skein {
  const transport = fetchTransport({ url: url ?? browser.location?.origin ?? "", token, isBrowser: true });
  return new Skein({ transport, name, storage, environment: pageEnvironment(browser) });
}
