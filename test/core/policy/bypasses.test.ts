// Nothing in the corpus gets past rules that many people have.
import { expect, test } from "vitest";
import { bypasses } from "./bypasses.ts";
import { judgeTypical } from "./kit.ts";

test(`none of ${bypasses.length} bypasses is allowed by typical rules`, () => {
  expect(bypasses.length).toBeGreaterThan(1000);
  expect(bypasses.filter((command) => judgeTypical(command).verdict === "allow")).toEqual([]);
});
