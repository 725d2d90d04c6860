// A rule for a command holds at the workspace's root, and in the directories that it names: what `npm test` runs depends on where it runs.
import { describe, expect, test } from "vitest";
import {
  describeRule,
  evaluateRequest,
  type PermissionRequest,
  proposeRule,
  type Rule,
  ruleProblem,
} from "../../../src/core/index.ts";
import { parsePolicy } from "../../../src/home/policy-file.ts";
import { allow, deny, human, run, source, where } from "./kit.ts";

const verdict = (rules: readonly Rule[], request: PermissionRequest): string =>
  evaluateRequest([source(...rules)], request, human).verdict;
const at = (cwd: string, command = "npm test"): PermissionRequest => ({ ...run(command), cwd });
const within = (command: string, ...directories: string[]): Rule => ({ ...allow(command), in: directories });

describe("an allow rule", () => {
  test.for(["git status", "./test.sh", "npm test", "make", "cargo test"])(
    "for %j holds at the root, and in no directory that the agent names",
    (command) => {
      const rules = [allow(command), allow("git status **")];
      for (const cwd of ["/work/site", "/work/site/", "/work/site/src/.."])
        expect(verdict(rules, at(cwd, command))).toBe("allow");
      for (const cwd of ["/work/site/src/r", "/work/site/src", "/work", "/"])
        expect([cwd, verdict(rules, at(cwd, command))]).toEqual([cwd, "ask"]);
    },
  );

  test("says why it does not hold elsewhere", () => {
    expect(evaluateRequest([source(allow("npm test"))], at("/work/site/src"), human).why).toBe(
      "No rule covers this in src: npm test. Without `in` a rule holds at the workspace's root.",
    );
  });

  test("holds in the directories of `in`, and only there", () => {
    const rule = within("npm test", "packages/*", "docs");
    for (const cwd of ["/work/site/packages/a", "/work/site/docs", "/work/site/packages/a/../b"])
      expect([cwd, verdict([rule], at(cwd))]).toEqual([cwd, "allow"]);
    for (const cwd of ["packages", "packages/a/b", "packages/.a", "docs/x", "src"])
      expect([cwd, verdict([rule], at(`/work/site/${cwd}`))]).toEqual([cwd, "ask"]);
    expect(verdict([rule], run("npm test"))).toBe("ask");
    expect(verdict([within("npm test", ".", "packages/*")], run("npm test"))).toBe("allow");
    expect(verdict([within("npm test", ".")], at("/work/site/src"))).toBe("ask");
    expect(verdict([within("npm test", ".", "**")], at("/work/site/a/b/c"))).toBe("allow");
  });
});

test("a wildcard of `in` stands only for names that are what they look like", () => {
  const rule = within("npm test", ".", "**");
  expect(verdict([rule], at("/work/site/src"))).toBe("allow");
  for (const name of ["\u0430dmin", "a\u200bb", "\uff41"])
    expect([name, verdict([rule], at(`/work/site/${name}`))]).toEqual([name, "ask"]);
  expect(verdict([within("npm test", "\u0430dmin")], at("/work/site/\u0430dmin"))).toBe("allow");
});

test("deny and ask rules hold everywhere", () => {
  for (const cwd of ["/work/site", "/work/site/src", "/tmp"]) {
    expect(verdict([deny("npm test")], at(cwd))).toBe("deny");
    expect(verdict([within("npm test", ".", "**"), { ...allow("npm test"), effect: "ask" }], at(cwd))).toBe("ask");
  }
});

describe("a change of directory", () => {
  const rules = [
    ...["cd *", "pushd **", "ls **", "npm test **", "git status **", "cd lib", "git -C * status", "make -C * test"].map(
      allow,
    ),
    ...["cd *", "npm test **", "git -C * status"].map((command) => within(command, ".", "packages/*")),
  ];

  test.for([
    "cd /work/site && npm test",
    "cd . && git status",
    "cd packages/a && npm test",
    "(cd packages/a && npm test)",
    "npm test && cd packages/a && npm test",
    "cd packages/a",
    "cd lib",
    "git -C packages/a status",
    "git -C . status",
    "make -C . test",
  ])("that stays where rules hold is allowed: %j", (command) => {
    expect(verdict(rules, run(command))).toBe("allow");
  });

  test.for([
    "cd src && npm test",
    "cd src/r && git status",
    "pushd src && ls",
    "(cd src && ls)",
    "cd packages/a && git status",
    "cd packages/a && cd packages/b && npm test",
    "while git status; do cd packages/a; done",
    "while npm test; do cd packages/a; done",
    "cd src",
    "cd packages/a/x",
    "cd lib && npm test",
    "git -C src/r status",
    "make -C src/r test",
    "make -C packages/a test",
    "cd packages/a && git -C packages/b status",
    "cd packages/a && git -C ./x status",
  ])("to where they do not is asked about: %j", (command) => {
    expect(verdict(rules, run(command))).toBe("ask");
  });
});

test("a directory behind a flag is found from where the command runs", () => {
  const rules = [within("git -C * status", ".", "packages/*"), within("make -C * test", ".", "packages/*")];
  const inside = (command: string): PermissionRequest => ({ ...run(command), cwd: "/work/site/packages/a" });
  expect(verdict(rules, inside("git -C packages/b status"))).toBe("ask");
  expect(verdict(rules, inside("make -C packages/b test"))).toBe("ask");
  expect(verdict(rules, inside("git -C . status"))).toBe("allow");
});

describe("a directory behind any flag that names one", () => {
  test.for([
    "gradle -p * test",
    "./gradlew -p * test",
    "just -d * test",
    "just --working-directory * test",
    "task -d * test",
    "composer -d * test",
    "mvn -f * test",
    "terragrunt --working-dir * plan",
    "cmake --build *",
    "docker compose --project-directory * up",
    "swift test --package-path *",
    "swift test --package-path=*",
    "hg -R * status",
    "jest --rootDir *",
    "pytest --rootdir * -q",
    "dune build --root *",
    "acme --base-dir *",
  ])("is one where the rule holds: %j", (command) => {
    const rules = [within(command, ".", "lib")];
    expect(verdict(rules, run(command.replace("*", "lib")))).toBe("allow");
    for (const directory of ["evil", "lib/b", "src"])
      expect([directory, verdict(rules, run(command.replace("*", directory)))]).toEqual([directory, "ask"]);
  });

  test.for([
    "kubectl -n * get pods",
    "cargo test -p *",
    "pnpm --workspace-root *",
    "git log -n *",
    "npx playwright test --project *",
    "acme --out-dir *",
  ])("but not behind another flag: %j", (command) => {
    expect(verdict([allow(command)], run(command.replace("*", "test")))).toBe("allow");
  });
});

describe("a change of directory by way of another command of the shell", () => {
  const moves = [
    "command cd src",
    "builtin cd src",
    "command -p cd src",
    "eval cd src",
    "eval 'cd src'",
    "eval 'x; cd src'",
    "- cd src",
  ];
  test.for(moves)("leaves the place of what follows unknown: %j", (move) => {
    const rules = [allow(move), allow("npm test **")];
    for (const command of [`${move} && npm test`, `npm test; ${move}; npm test`, `(${move}); npm test`])
      expect([command, verdict(rules, run(command))]).toEqual([command, "ask"]);
  });
  test.for(moves)("is no rule from now on: %j", (move) => {
    expect(proposeRule(run(move), where)).toBeNull();
  });
});

describe("the rule that is kept", () => {
  test("holds in the directory that the question was about, and nowhere else", () => {
    const kept = proposeRule(at("/work/site/packages/[a]"), where);
    expect(kept).toEqual({
      effect: "allow",
      kinds: ["execute"],
      tool: "Bash",
      command: "npm test",
      in: ["packages/\\[a\\]"],
    });
    if (!kept) return;
    expect(parsePolicy(describeRule(kept), "x")).toEqual([kept]);
    expect(verdict([kept], at("/work/site/packages/[a]"))).toBe("allow");
    for (const cwd of ["/work/site", "/work/site/packages", "/work/site/packages/a", "/work/site/packages/[a]/x"])
      expect([cwd, verdict([kept], at(cwd))]).toEqual([cwd, "ask"]);
  });

  test("names no directory at the root, and holds only there", () => {
    for (const request of [run("npm test"), at("/work/site")]) {
      const kept = proposeRule(request, where);
      expect(kept?.command).toBe("npm test");
      expect(kept?.in).toBeUndefined();
      expect(kept && verdict([kept], at("/work/site/src"))).toBe("ask");
    }
  });

  test("does not exist for other places, nor for going to one", () => {
    for (const cwd of ["/tmp", "~", "~root", "/work/site/\u0430dmin"]) expect(proposeRule(at(cwd), where)).toBeNull();
    expect(proposeRule(run("cd src"), where)).toBeNull();
  });
});

test.for([
  [{ effect: "deny", command: "x", in: ["src"] }, "left out: deny and ask rules hold everywhere"],
  [{ effect: "allow", kinds: ["edit"], in: ["src"] }, "given together with command"],
  [{ effect: "allow", command: "x", in: [] }, "a list of at least one directory; `.` is the workspace's root"],
  [{ effect: "allow", command: "x", in: ["/tmp"] }, "a directory below the workspace, or `.` for its root"],
  [{ effect: "allow", command: "x", in: ["~/x"] }, "a directory below the workspace, or `.` for its root"],
  [{ effect: "allow", command: "x", in: ["../x"] }, "without empty parts, . and .."],
] as const)("%j is no rule", ([rule, wanted]) => {
  expect(ruleProblem(rule)).toEqual({ key: "in", wanted });
});
