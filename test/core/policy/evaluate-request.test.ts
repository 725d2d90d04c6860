// Which rule wins, and what each key of a rule means.
import { describe, expect, test } from "vitest";
import { evaluateRequest, type PermissionRequest, type Rule, ruleProblem } from "../../../src/core/index.ts";
import { allow, deny, human, run, source, touch, where } from "./kit.ts";

const verdict = (rules: Rule[], request: PermissionRequest, context = human) =>
  evaluateRequest([source(...rules)], request, context).verdict;

describe("of several rules", () => {
  const ask: Rule = { effect: "ask", command: "npm **" };

  test("deny beats ask, and ask beats allow, whatever the source and order", () => {
    const all = [allow("npm test"), ask, deny("npm test")];
    for (const rules of [all, all.toReversed()]) {
      for (const names of [
        ["session", "workspace", "global"],
        ["global", "workspace", "session"],
      ]) {
        const sources = rules.map((rule, at) => ({ name: names[at]!, rules: [rule] }));
        expect(evaluateRequest(sources, run("npm test"), human).verdict).toBe("deny");
        const milder = sources.filter(({ rules: [rule] }) => rule?.effect !== "deny");
        expect(evaluateRequest(milder, run("npm test"), human).verdict).toBe("ask");
      }
    }
  });

  test("no match is ask", () => {
    expect(evaluateRequest([], run("npm test"), human)).toEqual({
      verdict: "ask",
      rule: null,
      source: null,
      why: "No rule covers: npm test",
    });
  });

  test("the answer names the rule and where it stands", () => {
    const rule = allow("npm test");
    expect(evaluateRequest([{ name: "global", rules: [rule] }], run("npm test"), human)).toEqual({
      verdict: "allow",
      rule,
      source: "global",
      why: 'By rule: allow · command = "npm test" (global)',
    });
  });

  test("the parts of one command may be allowed by different ones", () => {
    const sources = [source(allow("npm test")), { name: "global", rules: [allow("git status")] }];
    expect(evaluateRequest(sources, run("git status && npm test"), human)).toMatchObject({
      verdict: "allow",
      source: "global",
      why: 'By rule: allow · command = "git status" (global); allow · command = "npm test" (workspace)',
    });
  });
});

describe("rules that can't be read", () => {
  test("leave nothing allowed, and deny what others deny", () => {
    const broken = { name: "global", rules: [], problem: "policy.toml:3:1: unfinished string" };
    const sources = [broken, source(allow("npm test"), deny("rm **"))];
    expect(evaluateRequest(sources, run("npm test"), human)).toMatchObject({
      verdict: "ask",
      why: expect.stringContaining("policy.toml:3:1: unfinished string"),
    });
    expect(evaluateRequest(sources, run("rm x"), human).verdict).toBe("deny");
  });

  test("allow nothing themselves, and one that would deny makes everything ask", () => {
    expect(verdict([allow("npm test; npm ci")], run("npm test"))).toBe("ask");
    expect(verdict([allow("npm test"), allow("a && b")], run("npm test"))).toBe("allow");
    expect(verdict([allow("npm test"), deny("a && b")], run("npm test"))).toBe("ask");
  });
});

describe("turns that an agent started", () => {
  const context = { ...where, isHumanTurn: false };

  test("are not covered by an allow rule that does not say so", () => {
    expect(verdict([allow("npm test")], run("npm test"), context)).toBe("ask");
    expect(verdict([{ ...allow("npm test"), agents: true }], run("npm test"), context)).toBe("allow");
  });

  test("are covered by every deny rule", () => {
    expect(verdict([{ ...deny("npm test"), agents: false }], run("npm test"), context)).toBe("deny");
  });
});

describe("where a command runs, and what else it is given", () => {
  const inside = (cwd: string): PermissionRequest => ({ ...run("npm test"), cwd });

  test("a directory outside of the workspace is covered by no allow rule", () => {
    const anywhere: Rule = { ...allow("npm test"), in: [".", "**"] };
    for (const cwd of ["/work/site", "/work/site/src", "/work/site/src/../lib"])
      expect(verdict([anywhere], inside(cwd))).toBe("allow");
    for (const cwd of ["/", "/work", "/work/site2", "/work/site/..", "/tmp/x"])
      expect(verdict([anywhere], inside(cwd))).toBe("ask");
    expect(evaluateRequest([source(allow("npm test"))], inside("/tmp/\u202ex"), human).why).toBe(
      "It runs in another directory: /tmp/⟨U+202E⟩x",
    );
  });

  test("a directory that begins with ~ is somebody's home, not one of that name in the workspace", () => {
    for (const cwd of ["~", "~/", "~/x", "~root", "~root/x", "~+"])
      expect([cwd, verdict([{ ...allow("npm test"), in: [".", "**"] }], inside(cwd))]).toEqual([cwd, "ask"]);
    const atHome = { ...human, workspace: "/home/ada/site" };
    expect(verdict([allow("npm test")], inside("~/site"), atHome)).toBe("allow");
    expect(verdict([allow("npm test")], inside("~/other"), atHome)).toBe("ask");
    const secrets: Rule = { effect: "deny", paths: ["~/.ssh/**"] };
    expect(verdict([secrets], { ...run("cat id"), cwd: "~/.ssh" })).toBe("deny");
  });

  test("a file in somebody else's home is covered by no allow rule", () => {
    const read: Rule = { effect: "allow", kinds: ["read"] };
    expect(verdict([read], touch("read", "root/x"))).toBe("allow");
    for (const path of ["~root/x", "~root", "~+/x"]) {
      expect([path, verdict([read], touch("read", path))]).toEqual([path, "ask"]);
      expect([path, verdict([{ ...read, paths: ["**"] }], touch("read", path))]).toEqual([path, "ask"]);
    }
  });

  test("what was given beside it is covered by no allow rule, whatever it is about", () => {
    expect(verdict([allow("npm test")], { ...run("npm test"), hasMore: true })).toBe("ask");
    const edit: Rule = { effect: "allow", kinds: ["edit"], paths: ["src/**"] };
    expect(verdict([edit], touch("edit", "src/a"))).toBe("allow");
    expect(verdict([edit], { ...touch("edit", "src/a"), hasMore: true })).toBe("ask");
  });

  test("deny rules catch both, and paths from where the command runs", () => {
    expect(verdict([deny("npm **")], { ...inside("/tmp"), hasMore: true })).toBe("deny");
    const secrets: Rule = { effect: "deny", paths: ["/etc/shadow", "secrets/**"] };
    expect(verdict([secrets], { ...run("cat shadow"), cwd: "/etc" })).toBe("deny");
    expect(verdict([secrets], { ...run("cat a"), cwd: "/work/site/secrets" })).toBe("deny");
    expect(verdict([secrets], { ...run("cat secrets/a"), cwd: "/etc" })).toBe("deny");
    expect(verdict([secrets], { ...run("cat shadow"), cwd: "/tmp" })).toBe("ask");
  });
});

describe("kinds and tools", () => {
  const fetch: PermissionRequest = { kind: "fetch", tool: "WebFetch", command: null, paths: [] };
  const server: PermissionRequest = { kind: "other", tool: "mcp__issues__list", command: null, paths: [] };

  test.for<[Rule, PermissionRequest, string]>([
    [{ effect: "allow", kinds: ["fetch"] }, fetch, "allow"],
    [{ effect: "allow", kinds: ["search"] }, fetch, "ask"],
    [{ effect: "allow", tool: "WebFetch" }, fetch, "allow"],
    [{ effect: "allow", tool: "Web*" }, fetch, "allow"],
    [{ effect: "allow", tool: "webfetch" }, fetch, "ask"],
    [{ effect: "allow", tool: "WebFetch" }, { ...fetch, tool: null }, "ask"],
    [{ effect: "allow", tool: "mcp__issues__*" }, server, "allow"],
    [{ effect: "deny", tool: "mcp__*" }, server, "deny"],
    [{ effect: "deny", kinds: ["execute"] }, run("ls"), "deny"],
    [{ effect: "deny", kinds: ["execute"] }, { ...run("ls"), kind: "other" }, "deny"],
    // A command is allowed by its words alone.
    [{ effect: "allow", tool: "Bash" }, run("ls"), "ask"],
    [{ effect: "allow", kinds: ["other"] }, { ...run("ls"), kind: "other" }, "ask"],
    // A tool that is not known must be named beside its command.
    [{ effect: "allow", command: "ls" }, { ...run("ls"), kind: "other" }, "ask"],
    [{ effect: "allow", command: "ls", tool: "Bash" }, { ...run("ls"), kind: "other" }, "allow"],
    [{ effect: "allow", tool: "mcp__*" }, { ...server, paths: ["src/a"], hasOtherInput: true }, "allow"],
    [{ effect: "allow", paths: ["src/*"] }, { ...server, paths: ["src/a"], hasOtherInput: true }, "ask"],
    [{ effect: "allow", paths: ["src/*"] }, { ...server, paths: ["src/a"] }, "allow"],
    [{ effect: "deny", paths: ["src/*"] }, { ...server, paths: ["src/a"], hasOtherInput: true }, "deny"],
    [{ effect: "allow", command: "ls" }, { ...run("ls"), command: null }, "ask"],
    [{ effect: "allow", tool: "Bash" }, { ...run("ls"), command: null }, "ask"],
    [{ effect: "allow", command: "ls", tool: "Bash" }, { ...run("ls"), tool: "run_elsewhere" }, "ask"],
  ])("%j on %j is %s", ([rule, request, expected]) => {
    expect(verdict([rule], request)).toBe(expected);
  });
});

describe("paths", () => {
  const edits = (...paths: string[]): Rule => ({ effect: "allow", kinds: ["edit"], paths });

  test.for<[string, string, "allow" | "ask"]>([
    ["src/**", "src/a.ts", "allow"],
    ["src/**", "/work/site/src/a/b/c.ts", "allow"],
    ["src/**", "./src//a/./b.ts", "allow"],
    ["src/**", "lib/../src/a.ts", "allow"],
    ["src/*.ts", "src/a.ts", "allow"],
    ["src/?.ts", "src/a.ts", "allow"],
    ["**/*.md", "README.md", "allow"],
    ["**/*.md", "docs/a/b.md", "allow"],
    ["src/**/test/*.ts", "src/test/a.ts", "allow"],
    ["**/x/**", "x/y", "allow"],
    ["src/\\[id\\].ts", "src/[id].ts", "allow"],
    ["/tmp/**", "/tmp/x", "allow"],
    ["~/notes/*", "/home/ada/notes/a", "allow"],
    ["~/notes/*", "~/notes/a", "allow"],
    [".env", ".env", "allow"],
    [".github/**", ".github/workflows/a.yml", "allow"],
    ["src/**", "src", "ask"],
    ["src/**", "src/../package.json", "ask"],
    ["src/**", "/work/site/src/../../other/src/a", "ask"],
    ["src/**", "/work/site2/src/a", "ask"],
    ["src/**", "/src/a", "ask"],
    ["src/*.ts", "src/a/b.ts", "ask"],
    ["src/*.ts", "SRC/a.ts", "ask"],
    ["**", "/etc/passwd", "ask"],
    ["**", "../x", "ask"],
    ["**", "/work/site", "ask"],
    ["**", ".git/hooks/pre-commit", "ask"],
    ["**", "a/.env", "ask"],
    ["*", ".env", "ask"],
    ["src/?env", "src/.env", "ask"],
    ["**", "", "ask"],
    ["**", "a\u202eb", "ask"],
    ["**", "a\nb", "allow"],
    ["/tmp/**", "/tmp/../etc/passwd", "ask"],
    ["~/notes/*", "notes/a", "ask"],
    ["src/[id].ts", "src/i.ts", "ask"],
  ])("the glob %j for the path %j: %s", ([glob, path, expected]) => {
    expect(verdict([edits(glob)], touch("edit", path))).toBe(expected);
  });

  test("every path needs a glob", () => {
    expect(verdict([edits("src/**", "test/**")], touch("edit", "src/a", "test/b"))).toBe("allow");
    expect(verdict([edits("src/**")], touch("edit", "src/a", "test/b"))).toBe("ask");
    expect(verdict([edits("src/**")], touch("edit"))).toBe("ask");
  });

  test("a rule without paths is about the workspace, without what begins with a dot", () => {
    const rule: Rule = { effect: "allow", kinds: ["edit", "read", "delete"] };
    expect(verdict([rule], touch("edit", "src/a"))).toBe("allow");
    expect(verdict([rule], touch("read", "/work/site"))).toBe("allow");
    for (const request of [
      touch("edit", "/etc/hosts"),
      touch("edit", ".git/config"),
      touch("delete", "/work/site"),
      touch("edit"),
      touch("move", "src/a"),
    ])
      expect(verdict([rule], request)).toBe("ask");
  });

  test("deny needs one path only, and sees what begins with a dot", () => {
    const rule: Rule = { effect: "deny", paths: ["**/.env*", "secrets/**"] };
    for (const path of [".env", "a/b/.env.local", "secrets", "secrets/a", "/work/site/x/../secrets/a"])
      expect(verdict([rule], touch("read", "src/a", path))).toBe("deny");
    expect(verdict([rule], touch("read", "src/a"))).toBe("ask");
  });
});

test.for<[Rule, string | null]>([
  [{ effect: "allow" }, "about something"],
  [{ effect: "deny" }, null],
  [{ effect: "allow", kinds: ["execute"] }, "given when commands are allowed"],
  [{ effect: "allow", kinds: ["think"] }, "a list of: execute, edit"],
  [{ effect: "deny", kinds: [] }, "a list of"],
  [{ effect: "allow", tool: "" }, "a tool's name"],
  [allow("a && b"), "one plain command; write a rule for each"],
  [allow("a $b"), "one plain command; this one has a variable"],
  [allow("a > b"), "one plain command; this one writes to a file"],
  [allow(""), "one plain command; this one has no command"],
  [allow("* x"), "one plain command; this one has a pattern where the program's name should be"],
  [deny("* x"), null],
  [allow("git ** status"), "with `**` only at its end"],
  [deny("git ** --force"), null],
  [allow("ls a**"), "with `**` as a separate word"],
  [allow("ls a?"), "without ? and ["],
  [allow("ls 'a?'"), null],
  [{ effect: "allow", paths: [] }, "a list of at least one glob"],
  [{ effect: "allow", paths: ["src/"] }, "src/**"],
  [{ effect: "allow", paths: ["src/**.ts"] }, "with ** alone between slashes"],
  [{ effect: "allow", paths: ["../x"] }, "without empty parts, . and .."],
  [{ effect: "allow", paths: ["a//b"] }, "without empty parts"],
  [{ effect: "allow", paths: ["~ada/x"] }, "beginning with /, ~/ or a name"],
  [{ effect: "allow", paths: ["a{b,c}"] }, "without {"],
])("%j: %s", ([rule, wanted]) => {
  const problem = ruleProblem(rule);
  if (wanted === null) expect(problem).toBeNull();
  else expect(problem?.wanted).toContain(wanted);
});
