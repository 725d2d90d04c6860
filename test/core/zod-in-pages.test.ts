// Pages read events with a small stand-in for zod: whatever an event looks like, both say the same about it.
import { build } from "esbuild";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { directImports } from "../../scripts/direct-imports.mjs";
import { withoutDescriptions, zodInPages } from "../../scripts/zod-in-pages.mjs";
import { type Event, understand } from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";

let inPages: typeof understand;

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ["src/core/event.ts"],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    plugins: [zodInPages(), directImports(withoutDescriptions)],
  });
  const { text } = outputFiles[0]!;
  expect(Object.keys(metafile.inputs).filter((path) => path.includes("node_modules"))).toEqual([]);
  expect(text).not.toContain("describe(");
  ({ understand: inPages } = await import(`data:text/javascript,${encodeURIComponent(text)}`));
});

/** Values that data could have by mistake, or from another version. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, 0, -1, 0.5, 2 ** 53, "", "x", true, [], {}, [null], { a: 1 }, "a".repeat(64)),
);

/** The paths of everything in a value. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [[...path], ...inside.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}

function changed(value: unknown, [key, ...path]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === key ? changed(one, path, to) : one));
  const entries = Object.entries(value as object);
  if (to === undefined && path.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(entries.map(([name, one]) => [name, name === key ? changed(one, path, to) : one]));
}

/** As a daemon sends it. */
const sent = (event: unknown): Event => JSON.parse(JSON.stringify(event)) as Event;

const sameOf = (event: Event): void => expect(JSON.stringify(inPages(event))).toBe(JSON.stringify(understand(event)));

test("events that Skein writes are read the same", () => {
  fc.assert(fc.property(anyLog(), (events) => events.map(sent).forEach(sameOf)));
});

test("events in which anything is missing, or is something else, are read the same", () => {
  fc.assert(
    fc.property(anyLog(8), fc.nat(), fc.option(odd, { nil: undefined }), (events, at, value) => {
      for (const event of events.map(sent)) {
        const paths = pathsIn(event.data).concat(pathsIn(event.by).map((path) => ["by", ...path]));
        const path = paths[at % paths.length]!;
        const [first, ...rest] = path;
        const broken =
          first === "by"
            ? { ...event, by: changed(event.by, rest, value ?? null) }
            : { ...event, data: changed(event.data, path, path.length === 0 ? (value ?? null) : value) };
        sameOf(sent(broken));
      }
    }),
    { numRuns: 500 },
  );
});

test("garbage is read the same", () => {
  fc.assert(fc.property(garbageLog, (events) => events.map(sent).forEach(sameOf)));
});
