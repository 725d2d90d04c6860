// However a command is written, judging it takes bounded work; what is not read within it is never allowed.
import { expect, test } from "vitest";
import { judge, type PermissionRequest, type Rule } from "../../../src/core/index.ts";
import { everyCommand } from "../../../src/core/policy/every-command.ts";
import { allow, deny, human, run, source } from "./kit.ts";

const digits = "1".repeat(29_000);
const operators = "&> a >! b >| c >; d {e} 11>f";
const nested = `sh -c "sh -c 'x ${operators} ${digits}'" ${operators}`;
const LIMIT = 512 * 1024;

test.for([
  ["many digits", `echo ${digits}`],
  ["many digits in front of a redirection", `echo ${`${"1".repeat(200)}>a `.repeat(140)}`],
  ["scripts in scripts", nested],
  ["many scripts", `sh -c '${'sh -c "a;a;a;a;a;a;a;a";'.repeat(1300)}'`],
  ["many programs that run others", "sudo a a a a a a a a a a a a a a a a a a a;".repeat(700)],
] as const)("%s: no more is read than the limit", ([, script]) => {
  expect(everyCommand(script).charactersRead).toBeLessThanOrEqual(LIMIT);
});

test("an ordinary command is read whole, in each way", () => {
  const { isWhole, charactersRead } = everyCommand("git status && npm test");
  expect(isWhole).toBe(true);
  expect(charactersRead).toBe("git status && npm test".length);
});

test("what is not read whole is not allowed where anything is denied", () => {
  const script = `sh -c 'x ${operators} ${digits}'`;
  const verdict = (rules: readonly Rule[]) => judge([source(...rules)], run(script), human);
  expect(everyCommand(script).isWhole).toBe(false);
  expect(verdict([allow(script)]).verdict).toBe("allow");
  expect(verdict([allow(script), deny("rm **")])).toMatchObject({
    verdict: "ask",
    why: "It is too long, or too deep, to be held against every rule that denies or asks.",
  });
});

test("no rule covers a command of more words than anybody reads", () => {
  const verdict = (words: number) =>
    judge([source(allow("echo **"))], run(`echo ${"a ".repeat(words)}`), human).verdict;
  expect([verdict(400), verdict(600), verdict(10_000)]).toEqual(["allow", "ask", "ask"]);
});

test("a path that no system would open is judged, and asked about", () => {
  const rules: Rule[] = [
    { effect: "deny", paths: ["**/.env"] },
    { effect: "allow", kinds: ["read"], paths: ["/**"] },
  ];
  const read = (path: string): PermissionRequest => ({ kind: "read", tool: "Read", command: null, paths: [path] });
  const verdict = (path: string) => judge([source(...rules)], read(path), human).verdict;
  expect(verdict("/proc/self/root".repeat(12_000))).toBe("ask");
  expect(verdict("/proc/self/root".repeat(100))).toBe("allow");
  expect(verdict(`${"/proc/self/root".repeat(100)}/work/site/.env`)).toBe("deny");
});
