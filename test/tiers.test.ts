// What `npm test` runs, and what it says of the rest.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { longTiers, planOf } from "../scripts/tiers.mjs";

test("in CI nothing is left out", () => {
  expect(planOf({ isCI: true, given: ["--bail=1"] })).toEqual({ options: ["--bail=1"], leftOut: [] });
});

test("at a desk long tiers are left out, each with one line that says how to run it", () => {
  const { options, leftOut } = planOf({ isCI: false, given: ["--bail=1"] });
  expect(options).toEqual([...Object.keys(longTiers).map((tier) => `--project=!${tier}`), "--bail=1"]);
  expect(leftOut).toHaveLength(4);
  expect(leftOut).toContainEqual(expect.stringMatching(/^left out: real agents \(.+\): .*npm run test:agents$/));
});

test.for([["test/torture/damage.test.ts"], ["-t", "a name"], ["--project=agents"]])(
  "whoever names tests has them looked for in every tier: %s",
  (given) => {
    expect(planOf({ isCI: false, given })).toEqual({ options: given, leftOut: [] });
  },
);

test.for(Object.entries(longTiers))("%s is a tier, and the commands that run it are there", ([tier, { how }]) => {
  expect(readFileSync("vitest.config.ts", "utf8")).toMatch(new RegExp(`^ {2}${tier}: \\{$`, "m"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = [...how.matchAll(/npm run (\S+)/g)].map(([, script]) => script);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});
