// Nothing in the corpus gets past rules that many people have.
import { expect, test } from "vitest";
import { crafted } from "./bypasses/crafted.ts";
import { injections, innocent } from "./bypasses/injections.ts";
import { judgeTypical } from "./kit.ts";

const injected = injections.flatMap((one) => innocent.map((command) => one.replaceAll("@", () => command)));
const bypasses = [...new Set([...crafted, ...injected])];

test(`none of ${bypasses.length} bypasses is allowed by typical rules`, () => {
  expect(bypasses.length).toBeGreaterThan(1000);
  expect(bypasses.filter((command) => judgeTypical(command).verdict === "allow")).toEqual([]);
});
