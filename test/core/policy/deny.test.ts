// Deny and ask rules about flags and paths.
import { expect, test } from "vitest";
import { evaluateRequest } from "../../../src/core/index.ts";
import { allow, human, run, source } from "./kit.ts";

test("a rule with an open program catches whatever has the flag", () => {
  const rules = source({ effect: "ask", command: "* ** --force" }, allow("npm run *"), allow("x **"));
  expect(evaluateRequest([rules], run("x a --force"), human)).toMatchObject({
    verdict: "ask",
    rule: { effect: "ask" },
  });
  expect(evaluateRequest([rules], run("x a"), human).verdict).toBe("allow");
});

test("a rule about paths catches the paths that a command names", () => {
  const rules = source({ effect: "deny", paths: ["**/.env", "~/.ssh/**"] }, allow("cat **"), allow("cd *"));
  const verdict = (command: string) => evaluateRequest([rules], run(command), human).verdict;
  const denied = [
    "cat .env",
    "cat ./src/../.env",
    "cat /work/site/a/.env",
    "cat ~/.ssh/id",
    "cat --file=.env",
    "cat -f.env",
    "cat a > .env",
  ];
  expect(denied.filter((command) => verdict(command) !== "deny")).toEqual([]);
  // The shell, or another directory, decides which file it is.
  expect(["cat src/.e*", "cd src && cat ../.env"].map(verdict)).toEqual(["ask", "ask"]);
  expect(["cat env", "cat '.env.example'", "cat /etc/.ssh/id"].map(verdict)).toEqual(["allow", "allow", "allow"]);
});
