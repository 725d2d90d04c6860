// The page's own files, kept in the browser for when the daemon can't be reached.
import { expect, test } from "vitest";
import { assetFile, type FileCache, kindOf, pageFile } from "../../../src/web/notifications/page-cache.ts";

function memoryCache(): FileCache & { readonly files: Map<string, Response> } {
  const files = new Map<string, Response>();
  return {
    files,
    match: async (address) => files.get(address)?.clone(),
    put: async (address, file) => void files.set(address, file),
    clear: async () => files.clear(),
  };
}

const failing = async (): Promise<never> => {
  throw new DOMException("The cache is full.", "QuotaExceededError");
};
const full: FileCache = { match: async () => undefined, put: failing, clear: failing };
const broken: FileCache = { match: failing, put: failing, clear: failing };

const index = (text: string): Response =>
  new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
const at = (path: string, isPage = true) => kindOf(new URL(path, "http://127.0.0.1:20000"), { isPage, method: "GET" });

test.for([
  ["full", full],
  ["broken", broken],
] as const)("a %s cache does not keep the page from loading", async ([, cache]) => {
  expect(await (await pageFile(cache, async () => index("page"))).text()).toBe("page");
  expect(await (await assetFile(cache, "/assets/a.js", async () => new Response("a"))).text()).toBe("a");
});

test("a page that can't be loaded is shown as it was, with the files that belong to it", async () => {
  const cache = memoryCache();
  await pageFile(cache, async () => index("first"));
  await assetFile(cache, "/assets/a.js", async () => new Response("a"));
  await pageFile(cache, async () => index("first"));
  expect([...cache.files.keys()]).toEqual(["/", "/assets/a.js"]);
  expect(await (await pageFile(cache, () => Promise.reject(new TypeError("Failed to fetch")))).text()).toBe("first");
  await pageFile(cache, async () => index("second"));
  expect([...cache.files.keys()]).toEqual(["/"]);
});

test("only the page itself is kept as the page, whatever else is opened at this address", async () => {
  expect(["/", "/usage", "/s/abc", "/s/%E0%A4%A"].map((path) => at(path))).toEqual(["page", "page", "page", "page"]);
  expect(["/assets/icon-192.png", "/manifest.webmanifest", "/v1/sessions"].map((path) => at(path))).toEqual([
    "asset",
    "other",
    "other",
  ]);
  expect(at("/", false)).toBe("other");
  const cache = memoryCache();
  await pageFile(cache, async () => index("page"));
  await pageFile(cache, async () => new Response("png", { headers: { "content-type": "image/png" } }));
  expect(await cache.files.get("/")?.text()).toBe("page");
});
