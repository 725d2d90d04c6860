// What a browser loads of the page, compressed: before the list is drawn, and before a session is.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundlePage } from "../../scripts/bundle-page.mjs";

/** What each may weigh at most, as the documentation says it. */
const [listKb, sessionKb] = [...readFileSync("docs/web.md", "utf8").matchAll(/at most (\d+) KB/g)].map(([, kb]) =>
  Number(kb),
);

test("the list, and after it a session, load no more than the documentation says", async () => {
  const files = new Map((await bundlePage(process.cwd())).map((file) => [file.name, file]));
  const loadedWith = (name: string): string[] => [name, ...(files.get(name)?.imports ?? []).flatMap(loadedWith)];
  const loadedFor = (parts: readonly RegExp[]): Set<string> =>
    new Set(
      parts.flatMap((part) => {
        const found = [...files.keys()].filter((name) => part.test(name));
        expect(found, `${part}`).toHaveLength(1);
        return found.flatMap(loadedWith);
      }),
    );
  const compressedKb = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(files.get(name)?.contents ?? "", { level: 9 }).length, 0) / 1024;

  // Without the worker that holds the connection there is no list.
  const list = loadedFor([/\/index\.html$/, /\/main-\w+\.js$/, /\/main-\w+\.css$/, /\/shared-worker-\w+\.js$/]);
  const session = loadedFor([
    /\/open-session-\w+\.js$/,
    /\/in-session-\w+\.css$/,
    /\/live-transcript-\w+\.js$/,
    /\/session-view-\w+\.js$/,
  ]);
  const measured = [
    { what: "list", kb: compressedKb(list), most: listKb },
    { what: "session", kb: compressedKb([...session].filter((name) => !list.has(name))), most: sessionKb },
  ];
  for (const { what, kb, most } of measured) {
    console.info(`the page loads for the ${what}: ${kb.toFixed(1)} KB`);
    expect(most, "docs/web.md says how much it is").toBeDefined();
    expect(kb, what).toBeLessThanOrEqual(most!);
    // A bound that is far away says nothing.
    expect(kb, what).toBeGreaterThan(most! * 0.85);
  }
  // The browser is told of all at once.
  const index = new TextDecoder().decode(files.get("web/index.html")?.contents);
  for (const name of loadedFor([/\/main-\w+\.js$/, /\/main-\w+\.css$/]))
    expect(index).toContain(name.replace("web/", "/"));
});
