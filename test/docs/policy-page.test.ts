// The examples of docs/policy.md do what the page says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evaluateRequest } from "../../src/core/index.ts";
import { parsePolicy } from "../../src/home/policy-file.ts";

const page = readFileSync("docs/policy.md", "utf8");
const [, rules = ""] = /```toml\n([\s\S]*?)```/.exec(page) ?? [];
const examples = [...page.matchAll(/^\| `(.+)` \| (allow|ask|deny) \|$/gm)].map(
  ([, command = "", verdict = ""]) => [command, verdict] as const,
);

const verdictOn = (text: string, command: string): string =>
  evaluateRequest(
    [{ name: "global", rules: parsePolicy(text, "docs/policy.md") }],
    { kind: "execute", tool: null, command, paths: [] },
    { workspace: "/work/site", home: "/home/ada", isHumanTurn: true },
  ).verdict;

test("there are examples of each kind", () => {
  expect(new Set(examples.map(([, verdict]) => verdict))).toEqual(new Set(["allow", "ask", "deny"]));
  expect(examples.length).toBeGreaterThan(10);
});

test.for(examples)("%j: %s", ([command, verdict]) => {
  expect(verdictOn(rules, command)).toBe(verdict);
});

test.for(["-f", "--force", "origin +main", "origin :main", "--mirror", "--delete origin x", "--force-with-lease"])(
  "the rule about pushes catches git push %s, also where pushes are allowed",
  (words) => {
    expect(verdictOn(`${rules}\n[[allow]]\ncommand = "git push **"\n`, `git push ${words}`)).toBe("ask");
  },
);

test.for(["git --no-pager push", "git -p push -f", "git -C x push", "git -c a=b --literal-pathspecs push"])(
  "the rule about pushes catches every push: %s",
  (command) => {
    expect(verdictOn(`${rules}\n[[allow]]\ncommand = "git **"\n`, command)).toBe("ask");
    expect(verdictOn('[[deny]]\ncommand = "git push **"\n', command)).toBe("deny");
  },
);

test("a rule about a flag catches its spellings, and no other flag, as the page says", () => {
  const flag = '[[deny]]\ncommand = "git push ** --force **"\n';
  expect(page).toContain("`git push ** --force **` catches `-f`, `+main` and `--mirror`, but not `--force-with-lease`");
  for (const words of ["--force", "-f", "origin --forc", "origin +main", "--mirror"])
    expect(verdictOn(flag, `git push ${words}`)).toBe("deny");
  for (const words of ["origin :main", "--force-with-lease"]) expect(verdictOn(flag, `git push ${words}`)).toBe("ask");
  expect(page).toContain("`git push --delete` catches `:main`");
  expect(verdictOn('[[deny]]\ncommand = "git push --delete **"\n', "git push origin :main")).toBe("deny");
  for (const command of ["rm x -f -r", "rm --recursive --force x"])
    expect(verdictOn('[[deny]]\ncommand = "rm -rf **"\n', command)).toBe("deny");
});

test("what the page says of programs holds", () => {
  const allowed = (rule: string, command: string): boolean =>
    verdictOn(`[[allow]]\ncommand = ${JSON.stringify(rule)}\n`, command) === "allow";
  expect(allowed("npx vitest **", "npx vitest run")).toBe(true);
  expect(allowed("npx **", "npx vitest run")).toBe(false);
  expect(allowed("git lfs **", "git lfs pull")).toBe(true);
  expect(allowed("npx -y vitest **", "npx -y vitest run")).toBe(true);
  expect(allowed("npx -y **", "npx -y vitest run")).toBe(false);
  expect(allowed("docker run --rm **", "docker run --rm alpine")).toBe(false);
  expect(allowed("sudo systemctl restart site", "sudo systemctl restart site")).toBe(true);
  expect(allowed("sudo **", "sudo systemctl restart site")).toBe(false);
  expect(allowed("acme /opt/data/*", "acme /opt/data/a")).toBe(true);
  const playwright = "npx playwright test -c src/a.config.ts";
  expect(allowed("npx playwright test **", "npx playwright test -g name --headed tests/a.spec.ts")).toBe(true);
  expect(allowed("npx playwright test **", playwright)).toBe(false);
  expect(allowed(`${playwright} **`, `${playwright} --headed`)).toBe(true);
  expect(allowed("git log **", "git log '^main' HEAD^")).toBe(true);
  for (const [rule, command] of [
    ["npm test **", "npm test -- /tmp/x"],
    ["git log **", "git log ^main"],
    ["nm **", "nm --plug x"],
    ["acme **", "acme --gemfile x"],
    ["acme **", "acme -x ./a"],
    ["acme **", "acme -fsrc/a.xml"],
    ["acme **", "acme -C src"],
    ["acme **", "acme --load=./a.so"],
    ["npm test **", "npm test -- -c src/a.cjs"],
    ["acme **", "acme --config=../x"],
    ["tree **", "tree -o x"],
    ["iconv **", "iconv -o x y"],
    ["uniq **", "uniq from to"],
    ["sort **", "sort -o x y"],
    ["npm **", "npm --prefix x test"],
    ["make **", "make SHELL=x"],
    ["acme **", "acme --configFile x"],
    ["cp **", "cp x .git/hooks/y"],
    ["cp **", "cp x ~/y"],
    ["git **", "git st"],
    ["git **", "git lfs pull"],
    ["npm **", "npm exe x"],
    ["npm test", "npm t"],
  ] as const)
    expect([command, allowed(rule, command)]).toEqual([command, false]);
});
