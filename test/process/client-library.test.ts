// The library as a package: what is in it, and what is not.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { declarationsOf } from "../../scripts/schemas/declarations.ts";
import { withTypes } from "../../scripts/schemas/read-types.ts";
import { tempDir } from "../kit/temp-dir.ts";

const use = `
import { connect, ConnectionError, ProblemError, understand, type SessionState, type StatusWord } from "./client.mjs";
const skein = connect({ name: "types" });
const view = await skein.view("id");
const state: SessionState = view.state;
const word: StatusWord = view.status.word;
for (const block of view.transcript.blocks) if (block.kind === "message") block.text satisfies string;
view.subscribe(({ events, reset }) => {
  reset satisfies "epoch" | "ahead" | "pruned" | null;
  for (const event of events) {
    const known = understand(event);
    if (known?.type === "turn_end") known.data.reason satisfies string;
    if (known?.type === "permission" && known.data.state === "asked") known.data.options satisfies { label: string }[];
  }
});
const { session } = await skein.create({ cwd: "/work", name: "x" });
session.status satisfies StatusWord;
// @ts-expect-error: a typo is found before it is sent
await skein.prompt("id", { contents: [] });
export const errors = [ConnectionError, ProblemError, state, word];
`;

const useOfLazy = `
import { connect, ConnectionError, ProblemError } from "./client.mjs";
const view = await connect({ url: "http://127.0.0.1" }).view("id");
view.status.word satisfies string;
export const errors = [ConnectionError, ProblemError];
`;

test("its declarations stand alone: strict, without this repository, zod or Node's types", { timeout: 120_000 }, () => {
  const dir = tempDir();
  const written = withTypes((types) => ({
    node: declarationsOf(types, "src/client-entry/node.ts"),
    browser: declarationsOf(types, "src/client-entry/browser.ts"),
    lazy: declarationsOf(types, "src/client-entry/lazy.ts"),
  }));
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
    ...{ target: "es2024", module: "nodenext", lib: ["es2024", "dom"], types: [] },
  };
  writeFileSync(join(dir, "package.json"), '{"type":"module"}');
  writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  for (const [name, text] of Object.entries(written)) {
    writeFileSync(join(dir, "use.ts"), name === "lazy" ? useOfLazy : use);
    expect(text).not.toMatch(/zod|import\(|from "/i);
    writeFileSync(join(dir, "client.d.mts"), text);
    const { stdout, status } = spawnSync(resolve("node_modules/.bin/tsc"), ["-p", dir], { encoding: "utf8" });
    expect([stdout, status]).toEqual(["", 0]);
  }
  expect(written.browser).not.toContain("Unix socket");
});

test("the browser's builds ask for nothing that only Node has", () => {
  for (const file of ["dist/client.browser.mjs", ...globSync("dist/lazy/*.mjs")])
    expect(readFileSync(file, "utf8")).not.toMatch(/from ?"node:|require\(|\bprocess\.\w|\bBuffer\./);
  expect(readFileSync("dist/client.mjs", "utf8")).toContain('from "node:net"');
});

test("`skein/client` is found by its name, in Node and as bundlers for browsers look for it", () => {
  const script =
    'const { connect } = await import("skein/client"); console.log(import.meta.resolve("skein/client"), typeof connect)';
  const found = (...conditions: string[]): string =>
    spawnSync(process.execPath, [...conditions, "--input-type=module", "--eval", script], { encoding: "utf8" }).stdout;
  expect(found()).toMatch(/dist\/client\.mjs function\n$/);
  expect(found("--conditions=browser")).toMatch(/dist\/client\.browser\.mjs function\n$/);
});

/** The file and everything that it imports, as long as it is not by `import()`. */
function loadedWith(file: string): string[] {
  const imported = [...readFileSync(file, "utf8").matchAll(/(?:from|import)"(\.\/[^"]+)"/g)];
  return [file, ...imported.flatMap(([, path = ""]) => loadedWith(join(file, "..", path)))];
}

const compressedKb = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1024;

test("a page loads no more than the documentation says", () => {
  const said = [...readFileSync("docs/client.md", "utf8").matchAll(/at most (\d+) KB compressed/g)].map(([, kb]) =>
    Number(kb),
  );
  const first = new Set(loadedWith("dist/lazy/client.mjs"));
  const measured = [
    compressedKb(["dist/client.browser.mjs"]),
    compressedKb(first),
    compressedKb(globSync("dist/lazy/*.mjs").filter((file) => !first.has(file))),
  ];
  expect(said).toHaveLength(measured.length);
  for (const [at, kb] of measured.entries()) {
    expect(kb).toBeLessThanOrEqual(said[at]!);
    // A bound that is far away says nothing.
    expect(kb).toBeGreaterThan(said[at]! * 0.8);
  }
});
