// The documents that are checked in: they say what the source says, and what old logs hold still fits.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documents, RELEASED_EVENTS } from "../../scripts/schemas/documents.ts";
import { eventData } from "../../src/core/index.ts";
import { problems, routes } from "../../src/protocol/index.ts";
import { breaksIn } from "./schema-breaks.ts";

type Schema = Record<string, unknown>;
const made = documents();
const checkedIn = (path: string): string => readFileSync(path, "utf8");
const read = (path: string): Schema => JSON.parse(checkedIn(path)) as Schema;

test.for(Object.entries(made))("%s says what the source says; `npm run schemas` writes it anew", ([path, text]) => {
  expect(checkedIn(path) === text, `${path} is out of date: run npm run schemas`).toBe(true);
});

test("every event that was released can still be read: no type is gone, and none asks for more", () => {
  const released = read(RELEASED_EVENTS).$defs as Record<string, Schema>;
  const now = JSON.parse(made["docs/schemas/events.json"] ?? "{}").$defs as Record<string, Schema>;
  const breaks = Object.entries(released).flatMap(([type, schema]) => {
    const later = now[type];
    return later ? breaksIn(schema, later, type) : [`${type} is gone`];
  });
  expect(breaks).toEqual([]);
});

test("the events schema lists every type that Skein writes", () => {
  const { $defs, allOf } = read("docs/schemas/events.json") as { $defs: Schema; allOf: unknown[] };
  expect(Object.keys($defs)).toEqual(expect.arrayContaining(Object.keys(eventData)));
  expect(allOf).toHaveLength(Object.keys(eventData).length);
});

test("the OpenAPI document has every route with its answer, and every problem", () => {
  const { paths, components } = read("docs/openapi.json") as {
    paths: Record<string, Record<string, { operationId: string; summary: string; responses: Schema }>>;
    components: { responses: Schema };
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  expect(operations.filter(({ summary }) => summary === "")).toEqual([]);
  for (const code of Object.keys(problems)) expect(JSON.stringify(components.responses)).toContain(`"${code}"`);
});

test("every reference in a document leads somewhere", () => {
  for (const [path, text] of Object.entries(made)) {
    if (!path.endsWith(".json")) continue;
    const document: unknown = JSON.parse(text);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, target]) => target ?? "",
    );
    expect(references.length).toBeGreaterThan(0);
    const lost = references.filter(
      (target) =>
        target.split("/").reduce<unknown>((at, key) => (at as Schema | undefined)?.[key], document) === undefined,
    );
    expect(lost, path).toEqual([]);
  }
});
