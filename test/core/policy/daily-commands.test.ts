// Commands of a developer's day that do harm: a rule that names one catches it by every plain way to say it.
import { describe, expect, test } from "vitest";
import { evaluateRequest } from "../../../src/core/index.ts";
import { allow, deny, human, run, source } from "./kit.ts";
import { readTable } from "./spellings/read-table.ts";

const tables = [
  ...["pushes", "one-dash", "git-commands", "package-tools", "container-tools", "cloud-tools", "database-tools"],
  ...["task-tools", "system-tools", "started-programs", "scripts"],
];

const isDenied = (rule: string, command: string): boolean =>
  evaluateRequest([source(deny(rule))], run(command), human).verdict === "deny";

test("there are many", () => {
  const commands = tables.flatMap(readTable).flatMap(({ caught }) => caught);
  expect(commands.length).toBeGreaterThan(1100);
});

describe.for(tables)("%s", (name) => {
  test.for(readTable(name))("$rule", ({ rule, caught, others }) => {
    expect(caught.filter((command) => !isDenied(rule, command))).toEqual([]);
    expect(others.filter((command) => isDenied(rule, command))).toEqual([]);
  });
});

describe("pushes of which only git knows the branch", () => {
  const rules = source(allow("git push **"), deny("git push origin main"), deny("git push ** --force"));
  const verdict = (command: string) => evaluateRequest([rules], run(command), human);

  test.for([
    "git push",
    "git push -u",
    "git push origin",
    "git push --repo=origin",
    "git push --repo origin -u",
    "git push origin HEAD",
    "git push -u origin @",
    "git push --all origin",
    "git push origin :",
    "git push origin 'refs/heads/*'",
    "git push https://example.org/a/b.git main",
  ])("%s is asked about where a branch is denied", (command) => {
    expect(verdict(command)).toMatchObject({
      verdict: "ask",
      rule: null,
      why: 'It does not name the branch and the remote of the push, and a rule is about them: deny · command = "git push origin main"',
    });
  });

  test.for([
    "git push origin +HEAD",
    "git push origin +@",
    "git push origin +:",
    "git push origin '+refs/heads/*'",
    "git push origin '+refs/heads/*:refs/heads/*'",
    "git push origin x +HEAD",
    "git push https://example.org/a/b.git +HEAD",
  ])("%s is asked about where a forced push of a branch is denied", (command) => {
    const forced = source(allow("git push **"), deny("git push --force origin main"));
    expect(evaluateRequest([forced], run(command), human)).toMatchObject({
      verdict: "ask",
      rule: null,
      why: 'It does not name the branch and the remote of the push, and a rule is about them: deny · command = "git push --force origin main"',
    });
  });

  test.for(["git push origin HEAD", "git push origin HEAD +x"])(
    "%s forces no branch that only git knows",
    (command) => {
      const forced = source(allow("git push **"), deny("git push --force origin main"));
      expect(evaluateRequest([forced], run(command), human).verdict).toBe("allow");
    },
  );

  test.for([
    "git push origin x",
    "git push upstream",
    "git push upstream HEAD",
    "git push https://example.org/a/b.git x",
  ])("%s is another branch or another place", (command) => {
    expect(verdict(command).verdict).toBe("allow");
  });
});
