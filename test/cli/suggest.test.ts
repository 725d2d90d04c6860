import { expect, test } from "vitest";
import { commandWords, endingWords } from "../../src/cli/command-table.ts";
import { familiarCommand } from "../../src/cli/familiar-words.ts";
import { meant } from "../../src/cli/prompt/agent-commands.ts";
import { suggest } from "../../src/cli/suggest.ts";

const near = (typed: string) => suggest(typed, commandWords, { ending: endingWords });

test("the nearest word is offered", () => {
  expect(near("sesions")).toBe("sessions");
  expect(near("shwo")).toBe("show");
  expect(suggest("shop", ["stop", "show"], { ending: ["stop"] })).toBe("show");
});

test("no slip leads to a command that ends something", () => {
  for (const word of endingWords)
    for (const slip of [
      word.slice(1),
      word.slice(0, -1),
      `x${word}`,
      `${word}x`,
      `x${word.slice(1)}`,
      `${word[1]}${word[0]}${word.slice(2)}`,
    ]) {
      const offered = near(slip);
      expect(offered === null || !endingWords.includes(offered), `${slip}: ${offered}`).toBe(true);
    }
});

test("a word of another program leads to a command that is there", () => {
  for (const word of ["list", "status", "top", "resume", "info", "history", "cost", "version", "interrupt"]) {
    const meant = familiarCommand(word)?.split(" ")[0];
    expect([...commandWords, "--version"], word).toContain(meant);
    expect(commandWords, word).not.toContain(word);
  }
});

test.each(["quit", "exit", "login", "logout"])(
  "%s is nothing that is here: no short word is two slips away",
  (typed) => {
    expect(near(typed)).toBeNull();
  },
);

test("a command of the agent's own is meant by its beginning before it is by a slip", () => {
  expect(meant("comp", ["loop", "cost", "compact"])).toBe("did you mean /compact? ");
  expect(meant("compcat", ["loop", "compact"])).toBe("did you mean /compact? ");
});
