// The key of this browser, beside its cookie: browsers send cookies to every port of a host, and only pages of this address can read the key.
import { fetchTransport, type Transport } from "../../client/index.ts";
import { KEY_HEADER } from "../../protocol/index.ts";

const STORED = "skein:key";

/** In a browser that keeps nothing, as long as the page is open. */
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
    // Then a reload needs a new code.
  }
}

/** To where the page came from. */
export function pageTransport(key: () => string | null): Transport {
  const headers = (): Record<string, string> => {
    const known = key();
    return known === null ? {} : { [KEY_HEADER]: known };
  };
  return fetchTransport({ url: location.origin, headers, isBrowser: true });
}
