// However a command is written, judging it takes bounded work; what is not read within it is never allowed.
import { expect, test } from "vitest";
import { evaluateRequest, type PermissionRequest, type Rule } from "../../../src/core/index.ts";
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

test.for([
  ["one word again and again", `sudo ${"a ".repeat(15_000)}`],
  ["words that differ", `sudo ${Array.from({ length: 5000 }, (_, at) => `w${at}`).join(" ")}`],
  ["commands that differ", Array.from({ length: 700 }, (_, at) => `sudo rm a${at} b c d e f g h`).join(";")],
  ["all operators", `sudo ${`git x ${operators} `.repeat(900)}`],
] as const)("%s: no more words are held against rules than the limit, and no command twice", ([, script]) => {
  const { examined, isWhole } = everyCommand(script);
  const commands = examined.map(({ words }) => JSON.stringify(words));
  expect(examined.reduce((sum, { words }) => sum + words.length, 0)).toBeLessThanOrEqual(16 * 1024);
  expect(new Set(commands).size).toBe(commands.length);
  expect(isWhole).toBe(false);
});

test("the ways to read a script find its commands once where they agree", () => {
  expect(everyCommand("git status >| a; rm b").examined.map(({ program }) => program)).toEqual([
    "git",
    "rm",
    // To some shells the bar is a pipe.
    "a",
  ]);
});

test("more paths than anybody reads are not allowed where any are denied", () => {
  const verdict = (count: number) => {
    const command = `cat ${Array.from({ length: count }, (_, at) => `${at}=a:b@c<d=e:f@g`.replace("<", "\\<")).join(" ")}`;
    return evaluateRequest([source(allow("cat **"), { effect: "deny", paths: ["x/**"] })], run(command), human).verdict;
  };
  expect([verdict(3), verdict(480), verdict(1000)]).toEqual(["allow", "allow", "ask"]);
});

test("an ordinary command is read whole, in each way", () => {
  const { isWhole, charactersRead } = everyCommand("git status && npm test");
  expect(isWhole).toBe(true);
  expect(charactersRead).toBe("git status && npm test".length);
});

test("what is not read whole is not allowed where anything is denied", () => {
  const script = `sh -c 'x ${operators} ${digits}'`;
  const verdict = (rules: readonly Rule[]) => evaluateRequest([source(...rules)], run(script), human);
  expect(everyCommand(script).isWhole).toBe(false);
  expect(verdict([allow(script)]).verdict).toBe("allow");
  expect(verdict([allow(script), deny("rm **")])).toMatchObject({
    verdict: "ask",
    why: "It is too long, or nested too deeply, to be checked against every rule that denies or asks.",
  });
});

test("no rule covers a command of more words than anybody reads", () => {
  const verdict = (words: number) =>
    evaluateRequest([source(allow("echo **"))], run(`echo ${"a ".repeat(words)}`), human).verdict;
  expect([verdict(400), verdict(600), verdict(10_000)]).toEqual(["allow", "ask", "ask"]);
});

test("a path that no system would open is judged, and asked about", () => {
  const rules: Rule[] = [
    { effect: "deny", paths: ["**/.env"] },
    { effect: "allow", kinds: ["read"], paths: ["/**"] },
  ];
  const read = (path: string): PermissionRequest => ({ kind: "read", tool: "Read", command: null, paths: [path] });
  const verdict = (path: string) => evaluateRequest([source(...rules)], read(path), human).verdict;
  expect(verdict("/proc/self/root".repeat(12_000))).toBe("ask");
  expect(verdict("/proc/self/root".repeat(100))).toBe("allow");
  expect(verdict(`${"/proc/self/root".repeat(100)}/work/site/.env`)).toBe("deny");
});
