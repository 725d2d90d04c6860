// Ids where a browser makes none.
import { expect, test } from "vitest";
import { newId } from "../../src/client/new-id.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("an id is a UUID, also in a page that is not secure", () => {
  const insecure = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) };
  const ids = Array.from({ length: 200 }, () => newId(insecure));
  expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(newId({ getRandomValues: (bytes) => bytes.fill(255) })).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(newId()).toMatch(UUID);
});
