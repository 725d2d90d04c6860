// The rule behind "allow this from now on": exactly what was asked, and nothing else.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeRule, evaluateRequest, proposeRule } from "../../../src/core/index.ts";
import { human, run, source, touch, where } from "./kit.ts";

test.for([
  ["npm test", "npm test"],
  ["  npm   test 2>&1", "npm test"],
  ["CI=1 npm test", "CI=1 npm test"],
  ["git commit -m 'a b'", "git commit -m 'a b'"],
  ['git commit -m "it\'s"', 'git commit -m "it\'s"'],
  ['git commit -m "it\'s \\$5"', 'git commit -m "it\'s \\$5"'],
  ["git commit -m \"it's \"'`x` for $5'", 'git commit -m "it\'s \\`x\\` for \\$5"'],
  ["ls ~/x", "ls ~/x"],
  ["sudo systemctl restart site", "sudo systemctl restart site"],
  ["sh -c 'npm ci; npm test'", "sh -c 'npm ci; npm test'"],
] as const)("for %j it is %j", ([command, proposed]) => {
  expect(proposeRule(run(command), where)).toEqual({
    effect: "allow",
    kinds: ["execute"],
    tool: "Bash",
    command: proposed,
  });
});

test.for([
  "npm test && npm ci",
  "npm test | head",
  "echo $HOME",
  "echo $(id)",
  "echo a > b",
  "ls *",
  "ls src/*.ts",
  "sh -c 'echo $HOME'",
  "eval 'x=`id`'",
  "echo 'unclosed",
  "echo \u202e",
  "g\u0456t status",
  "\u0441\u0430\u0442 /etc/passwd",
  "",
])("for %j there is none", (command) => {
  expect(proposeRule(run(command), where)).toBeNull();
});

test("paths are named as they are: below the workspace, or absolute", () => {
  expect(proposeRule(touch("edit", "/work/site/src/[id].ts", "./src/a.ts", "/etc/hosts"), where)).toEqual({
    effect: "allow",
    kinds: ["edit"],
    tool: "Edit",
    paths: ["src/\\[id\\].ts", "src/a.ts", "/etc/hosts"],
  });
});

test("what can't be named exactly has none", () => {
  expect(proposeRule({ ...run("ls"), cwd: "/work" }, where)).toBeNull();
  expect(proposeRule({ ...run("ls"), hasMore: true }, where)).toBeNull();
  expect(proposeRule({ kind: "fetch", tool: "WebFetch", command: null, paths: [] }, where)).toBeNull();
  expect(proposeRule({ ...run("ls"), tool: "Bash*" }, where)).toBeNull();
  expect(proposeRule(touch("edit", "a\u202eb"), where)).toBeNull();
});

test("for more paths than anybody reads there is none", () => {
  const paths = (count: number) => Array.from({ length: count }, (_, at) => `/work/site/src/${at}`);
  expect(proposeRule(touch("edit", ...paths(50)), where)).toMatchObject({ paths: { length: 50 } });
  expect(proposeRule(touch("edit", ...paths(20_000)), where)).toBeNull();
});

test("a tool of no known kind needs a name: its paths alone could be any other tool's", () => {
  const query = touch("other", "app.db");
  expect(proposeRule({ ...query, tool: null }, where)).toBeNull();
  expect(proposeRule({ ...query, hasMore: true }, where)).toBeNull();
  const named = { effect: "allow", kinds: ["other"], tool: "Edit", paths: ["app.db"] };
  expect(proposeRule(query, where)).toEqual(named);
});

test("it is shown as it is stored", () => {
  const rule = proposeRule(run("git commit -m 'say \"hi\"'"), where);
  expect(rule && describeRule(rule)).toBe(`[[allow]]
kinds = ["execute"]
tool = "Bash"
command = "git commit -m 'say \\"hi\\"'"
`);
});

describe("the rule that is proposed for a request", () => {
  const argument = fc.oneof(
    fc.constantFrom(
      "x",
      "--flag",
      "a b",
      "it's",
      '"',
      "\\",
      "a\\",
      "$x",
      "`id`",
      "*",
      "~",
      "~/x",
      "=x",
      "#",
      "{a,b}",
      "",
      "é",
      "!",
      "\n",
      ">",
    ),
    fc.string({ maxLength: 8 }),
  );
  const quote = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;
  const words = fc
    .tuple(fc.constantFrom("npm", "git", "make", "./x.sh"), fc.array(argument, { maxLength: 5 }))
    .map((all) => all.flat());

  test("allows it, and no other words", () => {
    let proposed = 0;
    fc.assert(
      fc.property(words, words, fc.nat(), argument, (given, others, at, extra) => {
        const request = run(given.map(quote).join(" "));
        const found = proposeRule(request, where);
        if (!found) return true;
        proposed++;
        const verdict = (text: string): string => evaluateRequest([source(found)], run(text), human).verdict;
        expect(verdict(request.command ?? "")).toBe("allow");
        const place = at % given.length;
        const mutations = [
          others,
          given.with(place, extra),
          given.toSpliced(place, 0, extra),
          given.toSpliced(place, 1),
          [...given, extra],
          given.map((one) => one.toUpperCase()),
          given.toReversed(),
          [given.join(" ")],
        ].filter((one) => JSON.stringify(one) !== JSON.stringify(given));
        for (const one of mutations) expect(verdict(one.map(quote).join(" "))).toBe("ask");
        const text = request.command ?? "";
        for (const one of [
          `${text};id`,
          `${text} $(id)`,
          `${text} >x`,
          `A=1 ${text}`,
          `sudo ${text}`,
          `${text}\nid`,
          `${text} *`,
        ])
          expect(verdict(one)).toBe("ask");
        expect(evaluateRequest([source(found)], { ...request, tool: "Other" }, human).verdict).toBe("ask");
        expect(evaluateRequest([source(found)], { ...request, kind: "other" }, human).verdict).toBe("ask");
        expect(evaluateRequest([source(found)], request, { ...where, isHumanTurn: false }).verdict).toBe("ask");
        return true;
      }),
      { numRuns: 1500 },
    );
    expect(proposed).toBeGreaterThan(500);
  });

  test("allows its paths, and no other ones", () => {
    const name = fc.oneof(
      fc.constantFrom("src", "a.ts", "[id]", "*", "?", "{a}", "~", "\\", ".env", "a b"),
      fc.string({ minLength: 1, maxLength: 6 }),
    );
    const path = fc
      .tuple(fc.constantFrom("", "/", "./", "/work/site/"), fc.array(name, { minLength: 1, maxLength: 3 }))
      .map(([base, names]) => base + names.join("/"));
    let proposed = 0;
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 3 }), path, name, (paths, other, more) => {
        const request = touch("edit", ...paths);
        const found = proposeRule(request, where);
        if (!found) return true;
        proposed++;
        const verdict = (...some: string[]): string =>
          evaluateRequest([source(found)], touch("edit", ...some), human).verdict;
        expect(verdict(...paths)).toBe("allow");
        const same = proposeRule(touch("edit", ...paths, other), where);
        if (JSON.stringify(same?.paths) !== JSON.stringify(found.paths)) expect(verdict(...paths, other)).toBe("ask");
        const below = `${paths[0]}/${more.replace(/^\.*$/, "x").replaceAll("/", "x").replaceAll("..", "x")}`;
        if (!paths.includes(below) && paths.length === 1) expect(verdict(below)).toBe("ask");
        expect(evaluateRequest([source(found)], { ...request, kind: "delete" }, human).verdict).toBe("ask");
        return true;
      }),
      { numRuns: 1500 },
    );
    expect(proposed).toBeGreaterThan(500);
  });
});
