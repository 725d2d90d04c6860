// No text keeps a regular expression busy: what agents, files and networks say is read in the daemon, and everybody waits for that.
import { globSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { parseSync } from "vite";
import { afterAll, expect, test } from "vitest";
import type { Found, Pumped } from "./kit/pump-regex.ts";

/** These read what Skein itself has written, or run in a process of their own that only its user waits for. */
const others = ["src/agents/demo/agent/", "src/cli/help/", "src/cli/completion/"];

interface Literal extends Pumped {
  readonly path: string;
}

const literals = globSync("src/**/*.ts")
  .filter((path) => !others.some((one) => path.startsWith(one)))
  .flatMap((path) => literalsIn(path, readFileSync(path, "utf8")));

function literalsIn(path: string, text: string): Literal[] {
  const found: Literal[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ path, source: regex.pattern, flags: regex.flags });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, text).program);
  return found;
}

/** One that never ends is found by this; all others take moments. */
const PATIENCE_MS = 10_000;

let worker: Worker | null = null;
afterAll(async () => void (await worker?.terminate()));

async function slowOn({ source, flags }: Pumped, patienceMs = PATIENCE_MS): Promise<Found> {
  worker ??= new Worker(new URL("./kit/pump-regex.ts", import.meta.url));
  const asked = worker;
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const patience = setTimeout(() => resolve("a text that it never gets through"), patienceMs);
  asked.once("message", resolve).once("error", reject);
  asked.postMessage({ source, flags } satisfies Pumped);
  const found = await promise.finally(() => clearTimeout(patience));
  asked.removeAllListeners("message").removeAllListeners("error");
  if (found !== null) {
    await asked.terminate();
    worker = null;
  }
  return found;
}

test("one that never ends is found, and one that ends is not", async () => {
  expect(await slowOn({ source: "b", flags: "" })).toBeNull();
  expect(await slowOn({ source: "(a+)+$", flags: "" }, 1000)).toBe("a text that it never gets through");
});

test.for([
  ["\\s*\\n", "tries every beginning"],
  ["x*y*x*z", "takes the same in two ways"],
] as const)("a slow one is found: %s (%s)", { timeout: 60_000 }, async ([source]) => {
  expect(await slowOn({ source, flags: "" })).not.toBeNull();
});

test("every regular expression takes time in proportion to its text", async () => {
  expect(literals.length).toBeGreaterThan(300);
  const slow: string[] = [];
  const once = new Map(literals.map((one) => [`/${one.source}/${one.flags}`, one]));
  for (const [written, one] of once) {
    const found = await slowOn(one);
    if (found !== null) slow.push(`${one.path}: ${written} takes too long for ${JSON.stringify(found)}`);
  }
  expect(slow).toEqual([]);
}, 300_000);

/** What a file puts together with `new RegExp(` when it is loaded. */
const builders = globSync("src/**/*.ts")
  .filter((path) => !others.some((one) => path.startsWith(one)))
  .filter((path) => /^(?:export )?const .*new RegExp\(/m.test(readFileSync(path, "utf8")));

async function builtBy(path: string): Promise<Literal[]> {
  const built: Literal[] = [];
  const own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(own, {
    construct(target, [source, flags = ""], made) {
      built.push({ path, source: String(source), flags });
      return Reflect.construct(target, [source, flags], made);
    },
  });
  try {
    await import(/* @vite-ignore */ `../${path}`);
  } finally {
    globalThis.RegExp = own;
  }
  return built;
}

test("so does every one that is put together when its file is loaded", async () => {
  const built: Literal[] = [];
  for (const path of builders) built.push(...(await builtBy(path)));
  expect(built.length).toBeGreaterThan(10);
  const slow: string[] = [];
  for (const one of built) if ((await slowOn(one)) !== null) slow.push(`${one.path}: /${one.source}/${one.flags}`);
  expect(slow).toEqual([]);
}, 300_000);
