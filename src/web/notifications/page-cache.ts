// The page's own files, kept for when the daemon can't be reached: then the page still opens, with what is written but not sent.
// Nothing that the daemon answers is kept.

/** What of the browser's cache is used. */
export interface FileCache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, file: Response): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

/** All places in the page are the same file. */
const INDEX = "/";
const PLACE = /^\/(?:usage|s\/.*)?$/;

export type Kind = "page" | "asset" | "other";

export function kindOf(url: URL, { isPage, method }: { isPage: boolean; method: string }): Kind {
  if (method !== "GET") return "other";
  if (url.pathname.startsWith("/assets/")) return "asset";
  // Whoever opens another file of ours by its address gets that.
  return isPage && PLACE.test(url.pathname) ? "page" : "other";
}

/** From the daemon; if it does not answer, as it was when it last did. */
export async function pageFile(cache: FileCache, load: () => Promise<Response>): Promise<Response> {
  try {
    const fresh = await load();
    if (isHtml(fresh)) await keepIndex(cache, fresh.clone()).catch(() => undefined);
    return fresh;
  } catch (error) {
    const kept = await keptAt(cache, INDEX);
    if (!kept) throw error;
    return kept;
  }
}

const isHtml = ({ ok, headers }: Response): boolean => ok && /^text\/html\b/.test(headers.get("content-type") ?? "");

/** A cache that is full or broken counts as empty: the page needs none while the daemon answers. */
const keptAt = (cache: FileCache, address: string): Promise<Response | undefined> =>
  cache.match(address).catch(() => undefined);

/** With another version of the page come other assets. */
async function keepIndex(cache: FileCache, fresh: Response): Promise<void> {
  const [text, before] = await Promise.all([fresh.clone().text(), cache.match(INDEX).then((kept) => kept?.text())]);
  if (text === before) return;
  if (before !== undefined) await cache.clear();
  await cache.put(INDEX, fresh);
}

/** The name of an asset has a hash of its contents: what is kept under it is it. */
export async function assetFile(cache: FileCache, address: string, load: () => Promise<Response>): Promise<Response> {
  const kept = await keptAt(cache, address);
  if (kept) return kept;
  const fresh = await load();
  if (fresh.ok) await cache.put(address, fresh.clone()).catch(() => undefined);
  return fresh;
}
