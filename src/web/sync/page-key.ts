// This browser's key, which requests carry beside the cookie: browsers send cookies to every port of a host, but only pages of this origin can
// read the key.
import { fetchTransport, type Transport } from "../../client/index.ts";
import { KEY_HEADER } from "../../protocol/index.ts";

const STORED = "skein:key";

/** Used while the page is open if the browser can't store it. */
let unkept: string | null = null;

export function pageKey(): string | null {
  try {
    return localStorage.getItem(STORED) ?? unkept;
  } catch {
    return unkept;
  }
}

export function keepPageKey(key: string): void {
  unkept = key;
  try {
    localStorage.setItem(STORED, key);
  } catch {
    // Not stored: a reload needs a new code.
  }
}

/** Sends requests to the page's own origin. */
export function pageTransport(key: () => string | null): Transport {
  const headers = (): Record<string, string> => {
    const known = key();
    return known === null ? {} : { [KEY_HEADER]: known };
  };
  return fetchTransport({ url: location.origin, headers, isBrowser: true });
}
