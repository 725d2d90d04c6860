import { expect, test } from "vitest";
import { commandWords, endingWords } from "../../src/cli/commands/table.ts";
import { suggest } from "../../src/cli/suggest.ts";

const near = (typed: string) => suggest(typed, commandWords, { ending: endingWords });

test("what ends something is offered only to who typed its first letter, and after what is as near", () => {
  expect(near("top")).toBeNull();
  expect(near("kil")).toBe("kill");
  expect(near("stpo")).toBe("stop");
  expect(suggest("shop", ["stop", "show"], { ending: ["stop"] })).toBe("show");
});

test("no slip of the first letter leads to a command that ends something", () => {
  for (const word of endingWords)
    for (const slip of [word.slice(1), `x${word}`, `x${word.slice(1)}`]) {
      const offered = near(slip);
      expect(offered === null || !endingWords.includes(offered), `${slip}: ${offered}`).toBe(true);
    }
});
