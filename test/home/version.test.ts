import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { VERSION } from "../../src/home/index.ts";

test("the version of the build is the package's", () => {
  expect(VERSION).toBe(manifest.version);
});
