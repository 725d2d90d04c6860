// Commands of a developer's day that do harm: a rule that names one catches it by every plain way to say it.
import { describe, expect, test } from "vitest";
import { judge } from "../../../src/core/index.ts";
import { allow, deny, human, run, source } from "./kit.ts";
import type { Caught } from "./spellings/caught.ts";
import { cloudTools } from "./spellings/cloud-tools.ts";
import { containerTools } from "./spellings/container-tools.ts";
import { databaseTools } from "./spellings/database-tools.ts";
import { gitCommands } from "./spellings/git-commands.ts";
import { oneDash } from "./spellings/one-dash.ts";
import { packageTools } from "./spellings/package-tools.ts";
import { pushes } from "./spellings/pushes.ts";
import { startedPrograms } from "./spellings/started-programs.ts";
import { systemTools } from "./spellings/system-tools.ts";
import { taskTools } from "./spellings/task-tools.ts";

const tables: Readonly<Record<string, readonly Caught[]>> = {
  pushes,
  oneDash,
  gitCommands,
  packageTools,
  containerTools,
  cloudTools,
  databaseTools,
  taskTools,
  systemTools,
  startedPrograms,
};

const isDenied = (rule: string, command: string): boolean =>
  judge([source(deny(rule))], run(command), human).verdict === "deny";

describe.for(Object.entries(tables))("%s", ([, rows]) => {
  test.for(rows)("$rule", ({ rule, caught, others }) => {
    expect(caught.filter((command) => !isDenied(rule, command))).toEqual([]);
    expect(others.filter((command) => isDenied(rule, command))).toEqual([]);
  });
});

describe("pushes of which only git knows the branch", () => {
  const rules = source(allow("git push **"), deny("git push origin main"), deny("git push ** --force"));
  const verdict = (command: string) => judge([rules], run(command), human);

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
      why: 'It does not say which branch is pushed where, and there is a rule about that: deny · command = "git push origin main"',
    });
  });

  test.for([
    "git push origin x",
    "git push upstream",
    "git push upstream HEAD",
    "git push https://example.org/a/b.git x",
  ])("%s is another branch or another place", (command) => {
    expect(verdict(command).verdict).toBe("allow");
  });
});
