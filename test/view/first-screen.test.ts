// What the page loads before it folds a log stays small: a value from the core's index would bring the folds and all schemas.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const importsValue = /^(?:import|export) (?!type\b)[^;]*from "(?:\.\.\/)+core\/index\.ts"/m;

test("the page and its view models take only types from the core's index; values come from core/without-folds", () => {
  const files = globSync("src/{view,web}/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => importsValue.test(readFileSync(path, "utf8")))).toEqual([]);
});
