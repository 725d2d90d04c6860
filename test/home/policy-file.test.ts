// Rules in files that people write, and that Skein adds to.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeRule, type Rule, ruleProblem } from "../../src/core/index.ts";
import { appendRule, PolicyError, policyFileOf, readPolicy } from "../../src/home/policy-file.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";

function fileWith(text: string): string {
  const path = join(tempDir(), "policy.toml");
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const read = (path: string) => readPolicy("global", path);

test("one file is for everything, and one for each workspace, in Skein's own directory", () => {
  const id = "0123456789abcdef".repeat(4);
  expect(policyFileOf("/h", null)).toBe("/h/policy.toml");
  expect(policyFileOf("/h", id)).toBe(`/h/policy/${id}.toml`);
  for (const other of ["", "../x", `${id}/..`, id.toUpperCase()])
    expect(() => policyFileOf("/h", other)).toThrow(PolicyError);
});

describe("reading", () => {
  test("rules of all three kinds, with every key", () => {
    const path = fileWith(`\ufeff# mine
[[allow]]
command = "npm test **"   # any test
agents = true

[[deny]]
command = 'git push ** --force'
note = "ask me on the phone"

[[ask]]
kinds = ["edit"]
paths = ["migrations/**"]

[[allow]]
tool = "mcp__issues__*"
`);
    expect(read(path)).toEqual({
      name: "global",
      rules: [
        { effect: "allow", command: "npm test **", agents: true },
        { effect: "allow", tool: "mcp__issues__*" },
        { effect: "deny", command: "git push ** --force", note: "ask me on the phone" },
        { effect: "ask", kinds: ["edit"], paths: ["migrations/**"] },
      ],
    });
  });

  test("no file is no rules", () => {
    expect(read(join(tempDir(), "policy.toml"))).toEqual({ name: "global", rules: [] });
  });

  test.for([
    ["a = ", ":1:5: Invalid TOML document: invalid value"],
    ['# x\n[[allow]]\ncommand = "np', ":3:11: Invalid TOML document: unfinished string"],
    ["[[allows]]\n", ':1: unknown key "allows" (known: [[allow]], [[deny]], [[ask]])'],
    ["__proto__ = 1", ':1: unknown key "__proto__" (known: [[allow]], [[deny]], [[ask]])'],
    ["[allow]\ncommand = 'x'", ":1: write [[allow]], with two brackets"],
    ["deny = true", ":1: write [[deny]], with two brackets"],
    ["allow = [1]", ":1: in [[allow]] number 1: it must be a table"],
    [
      "[[allow]]\ncommand = 'x'\n\n[[allow]]\n# here\ncomand = 'x'",
      ":6: in [[allow]] number 2: comand is unknown (known: kinds, tool, command, in, paths, agents, note)",
    ],
    ["[[allow]]\ncommand = 1", ":2: in [[allow]] number 1: command must be a string"],
    ["[[allow]]\nkinds = 'edit'", ":2: in [[allow]] number 1: kinds must be a list of strings"],
    ["[[allow]]\nkinds = ['write']", ":2: in [[allow]] number 1: kinds must be a list of: execute, edit"],
    ["[[allow]]\npaths = [1]", ":2: in [[allow]] number 1: paths must be a list of strings"],
    ["[[allow]]\ntool = 'x'\nagents = 'yes'", ":3: in [[allow]] number 1: agents must be true or false"],
    ["[[allow]]\n", ":1: in [[allow]] number 1: it must be about something"],
    ["[[deny]]\n\n[[allow]]\ncommand = 'a; b'", ":4: in [[allow]] number 1: command must be one plain command"],
    ["\0", ":1:1: Invalid TOML document"],
    ["[[allow]]\ncommand = 'x'\ncommand = 'y'", "Invalid TOML document"],
    ["[[allow]]\ncommand = 'x'\n[allow]", "Invalid TOML document"],
    ["allow = []\n[[allow]]\ncommand = 'x'", "Invalid TOML document"],
    ["[[allow.x]]\ncommand = 'x'", ":1: write [[allow]], with two brackets"],
    ["[[Allow]]\ncommand = 'x'", ':1: unknown key "Allow"'],
    ["command = 'x'", ':1: unknown key "command"'],
    ["[[allow]]\ncommand = '''\na\nb'''", ":2: in [[allow]] number 1: command must be one plain command"],
    ["[[allow]]\ncommand = ''", ":2: in [[allow]] number 1: command must be one plain command"],
    ["[[allow]]\ncommand = ['x']", ":2: in [[allow]] number 1: command must be a string"],
    ["[[allow]]\ncommand = '**'", "has a pattern where the program's name should be"],
    ["[[allow]]\ncommand = 'x ** y'", "with `**` only at its end"],
    ["[[allow]]\ncommand = 'x &> /dev/null'", "has a &>, which shells read differently"],
    ["[[allow]]\ncommand = 'x $(y)'", "runs a command to get its output"],
    ['[[allow]]\ncommand = "x \\u202e"', "invisible characters"],
    ["[[deny]]\ncommand = 'a; b'", ":2: in [[deny]] number 1: command must be one plain command"],
    ["[[allow]]\ntool = ''", ":2: in [[allow]] number 1: tool must be a tool's name"],
    ["[[allow]]\nkinds = []", ":2: in [[allow]] number 1: kinds must be a list of"],
    ["[[allow]]\npaths = []", ":2: in [[allow]] number 1: paths must be a list of at least one glob"],
    ["[[allow]]\npaths = ['../x']", "without empty parts, . and .."],
    ["[[allow]]\npaths = ['src/']", "src/**"],
    ["[[allow]]\npaths = ['a{b,c}']", "without {"],
    ["[[allow]]\npaths = ['~ada/x']", "beginning with /, ~/ or a name"],
    ["[[allow]]\ntool = 'x'\nnote = 1", ":3: in [[allow]] number 1: note must be a string"],
    ["[[allow]]\ntool = 'x'\nconstructor = 1", "constructor is unknown"],
    ["[[allow]]\nkinds = ['execute']", ":1: in [[allow]] number 1: command must be given when commands are allowed"],
  ] as const)("%j has a problem that is said with its place", ([text, problem]) => {
    const path = fileWith(text);
    const source = read(path);
    expect(source).toMatchObject({ name: "global", rules: [] });
    expect(source.problem).toContain(path);
    expect(source.problem).toContain(problem.startsWith(":") ? `${path}${problem}` : problem);
  });

  test("a file that others can write is not believed", () => {
    const path = fileWith("[[allow]]\ncommand = 'x'\n");
    for (const mode of [0o620, 0o602, 0o666]) {
      chmodSync(path, mode);
      expect(read(path)).toEqual({ name: "global", rules: [], problem: expect.stringContaining("chmod 600") });
    }
    chmodSync(path, 0o644);
    expect(read(path).rules).toHaveLength(1);
  });

  test.skipIf(withoutRoot("files of other users"))("a file of another user is not believed", () => {
    const path = fileWith("[[allow]]\ncommand = 'x'\n");
    chownSync(path, 65534, 65534);
    expect(read(path).problem).toContain("belongs to another user");
  });

  test("what is no file, or too big, is a problem", () => {
    const directory = join(tempDir(), "policy.toml");
    mkdirSync(directory);
    expect(read(directory).problem).toContain("is not a file");
    expect(read(fileWith("#".repeat(2_000_000))).problem).toContain("larger than");
  });
});

describe("adding a rule", () => {
  const rule: Rule = { effect: "allow", kinds: ["execute"], command: "npm test" };

  test("makes the file, for its owner alone", () => {
    const path = join(tempDir(), "policy", "x.toml");
    expect(appendRule(path, rule)).toBe("added");
    expect(readFileSync(path, "utf8")).toBe(describeRule(rule));
    expect([statSync(path).mode & 0o777, statSync(join(path, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(path, ".."))).toEqual(["x.toml"]);
  });

  test.for(["# mine, all mine\n", "# no line feed at the end", "\n\n", '[[deny]]\r\ncommand = "rm **" # never\r\n'])(
    "keeps what was there: %j",
    (before) => {
      const path = fileWith(before);
      const old = read(path).rules;
      expect(appendRule(path, rule)).toBe("added");
      const after = readFileSync(path, "utf8");
      expect([after.startsWith(before), after.endsWith(`\n\n${describeRule(rule)}`)]).toEqual([true, true]);
      expect(read(path).rules).toHaveLength(old.length + 1);
    },
  );

  test("that is there already changes nothing", () => {
    const path = fileWith("");
    appendRule(path, rule);
    const { ino } = statSync(path);
    expect(appendRule(path, rule)).toBe("already there");
    expect(statSync(path).ino).toBe(ino);
  });

  test.for(["[[allow]\n", "allow = [{ command = 'x' }]\n", "x = '''\n"])(
    "to %j is refused, and the file stays",
    (before) => {
      const path = fileWith(before);
      expect(() => appendRule(path, rule)).toThrow(PolicyError);
      expect(readFileSync(path, "utf8")).toBe(before);
    },
  );

  test("of which nobody knows the meaning is refused", () => {
    const path = fileWith("");
    expect(() => appendRule(path, { effect: "allow", command: "a; b" })).toThrow("command must be one plain command");
    expect(readFileSync(path, "utf8")).toBe("");
  });

  test("through a link changes the file behind it; a leftover of a crash is no hindrance", () => {
    const path = fileWith("");
    writeFileSync(`${path}.new`, "half");
    const link = join(tempDir(), "link.toml");
    symlinkSync(path, link);
    appendRule(link, rule);
    expect([readlinkSync(link), readFileSync(path, "utf8")]).toEqual([path, describeRule(rule)]);
  });

  test("of any kind can be read again as it was", () => {
    const path = fileWith("");
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom("a'b", 'a"b', "a\\b", "a\nb", "'\"\\", "\u202e"),
    );
    const anyRule: fc.Arbitrary<Rule> = fc.record(
      {
        effect: fc.constantFrom("allow", "deny", "ask"),
        tool: text,
        note: text,
        agents: fc.boolean(),
        paths: fc.array(text, { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ["effect", "tool", "note"] },
    );
    fc.assert(
      fc.property(anyRule, (one) => {
        fc.pre(ruleProblem(one) === null && one.tool?.isWellFormed() === true && one.note?.isWellFormed() === true);
        fc.pre(one.paths?.every((path) => path.isWellFormed()) !== false);
        writeFileSync(path, "");
        appendRule(path, one);
        expect(read(path).rules).toEqual([one]);
      }),
      { numRuns: 150 },
    );
  });
});

test.for([
  ["the file", (dir: string) => symlinkSync(join(dir, "elsewhere.toml"), join(dir, "policy.toml"))],
  ["its directory", (dir: string) => symlinkSync(join(dir, "elsewhere"), join(dir, "policy"))],
] as const)("a link in the place of %s that leads nowhere is a problem, and stays", ([what, make]) => {
  const dir = tempDir();
  make(dir);
  const path = what === "the file" ? join(dir, "policy.toml") : join(dir, "policy", "w1.toml");
  expect(read(path)).toMatchObject({ rules: [], problem: expect.stringContaining("is a link to a missing file") });
  expect(() => appendRule(path, { effect: "allow", command: "git status" } as unknown as Rule)).toThrow(PolicyError);
  expect(existsSync(join(dir, what === "the file" ? "elsewhere.toml" : "elsewhere"))).toBe(false);
});
