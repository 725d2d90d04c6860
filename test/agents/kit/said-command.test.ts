// Lists of words and of commands: a rule may judge them only where every way to run them runs the same.
import { expect, test } from "vitest";
import { commandIn } from "../../../src/agents/kit/tool-calls/said-command.ts";

test.for<[Record<string, unknown>]>([
  [{ commands: ["git log 'a", "touch P1", "'"] }],
  [{ commands: ["git log \\", "touch P2"] }],
  [{ commands: ["(git log", "git log)"] }],
  [{ command: ["cat", "src/a", ">", "package.json"] }],
  [{ command: ["cat", "src/a", "|", "sh"] }],
  [{ command: ["npm", "test", ";", "touch", "P3"] }],
  [{ command: ["echo", "$(rm -rf x)"] }],
  [{ command: ["echo", "a\nrm -rf x"] }],
  [{ command: "npm", args: ["test", "&&", "touch", "P4"] }],
  [{ command: "echo", args: ["`id`"] }],
  [{ command: ["find", "src", "-name", "x -delete"] }],
  [{ command: "find", args: ["src", "-name", "x -delete"] }],
  [{ command: ["git", "commit", "-m", "x' --amend '"] }],
  [{ command: ["echo", '"', "a"] }],
  [{ command: ["tar", "cf", "x.tar", "*"] }],
  [{ command: ["ls", "~/x"] }],
  [{ command: ["ls", "{a,b}"] }],
  [{ command: ["ls", "a\\", "b"] }],
  [{ command: ["npm", "test", "#x"] }],
])("%j is judged by no rule", ([input]) => {
  expect(commandIn(input)?.isWhole).toBe(false);
});

test.for<[Record<string, unknown>, string]>([
  [{ commands: ["git log -1", "npm test"] }, "git log -1\nnpm test"],
  [{ command: ["git", "log", "--author=A B"] }, "git log '--author=A B'"],
  [{ command: ["git", "show", "HEAD~1:src/a.ts"] }, "git show 'HEAD~1:src/a.ts'"],
  [{ command: ["bash", "-lc", "git log | head"] }, "git log | head"],
  [{ command: "npm", args: ["test", "a b"] }, "npm test 'a b'"],
])("%j is the command %s", ([input, line]) => {
  expect(commandIn(input)).toMatchObject({ line, isWhole: true });
});
