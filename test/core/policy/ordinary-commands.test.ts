// What people mean by their rules is allowed without a question.
import { expect, test } from "vitest";
import { evaluateRequest } from "../../../src/core/index.ts";
import { allow, human, judgeTypical, run, source } from "./kit.ts";

test.for([
  "git status",
  "git status --short --branch",
  "  git   status\t--short  ",
  "git status;",
  "git status\n",
  "git diff HEAD~1 -- src/index.ts",
  "git diff HEAD^ HEAD@{1}",
  "git diff --stat origin/main...HEAD",
  "git log --oneline -5",
  "git log --since='2 weeks ago' --format=%h",
  "git show HEAD:src/a.ts",
  "git add src/*.ts test/a.test.ts",
  "git add -A",
  "git commit -m \"fix: the parser (again); and | more && 'quotes'\"",
  "git commit -am 'Costs $5, uses `code`'",
  'git commit -m "two\nlines"',
  "git commit -m 'naïve café 日本語'",
  "git commit --amend --no-edit",
  "git push -u origin feature/x",
  "git stash pop stash@{0}",
  "npm test",
  "npm test -- --run src/a.test.ts",
  "npm run build",
  "npm run test:fast",
  "npm ci",
  "npx vitest run src/a.test.ts",
  "npx tsc --noEmit",
  "node --test test/",
  "python -m pytest tests/test_a.py",
  "cargo test --workspace -- --nocapture",
  "go test ./...",
  "go test -v -count=1 ./...",
  "cargo test -v",
  "make all",
  "ls",
  "ls -la src",
  "ls src/*.ts",
  "ls ~/Projects",
  "cat README.md | head -20",
  "cat 'a file.txt' \"another one.txt\" third\\ one.txt",
  "head -n 5 a && tail -n 5 a",
  "wc -l a.ts || true",
  "sort a | head",
  'grep -rn "x$" src',
  'grep -E "^(a|b)$" src/a.ts',
  "grep -rn 'TODO' src --include='*.ts'",
  "rg -n 'fn \\w+' src",
  "find . -name '*.ts' -not -path './node_modules/*'",
  "find src -type f | wc -l",
  "sed -n '12,40p' src/a.ts",
  "sed -n 1,5p a b",
  "echo 'done; really'",
  "printf '%s\\n' a b",
  "mkdir -p src/new/dir",
  "cd /work/site && npm test",
  "cd /work/site && git status && npm test 2>&1 | tail -50",
  "npm test 2>&1",
  "npm test > /dev/null 2>&1",
  "npm test </dev/null",
  "npm test 2>/dev/null || echo failed",
  "{ ls; cat a; }",
  "if test -f a; then cat a; else echo none; fi",
  "while true; do git status; done",
  "! grep -q x a",
  "git status &&\n  npm test",
  "git status \\\n  --short",
  "# List the sources\nls src",
  "test -f a.txt",
])("%j is allowed", (command) => {
  const { verdict, why } = judgeTypical(command);
  expect([verdict, why]).toEqual(["allow", expect.stringMatching(/^By rule: /)]);
});

test.for([
  ["sudo systemctl restart site", "sudo systemctl restart site"],
  ["bash scripts/build.sh", "bash scripts/build.sh"],
  ["CI=1 npm test", "CI=1 npm test"],
  ["CI=1 npm test **", "CI=1 npm test --run"],
  ["find . -name x -delete", "find . -name x -delete"],
  ["git -C docs status **", "git -C docs status --short"],
  ["sh -c 'npm ci && npm test'", 'sh -c "npm ci && npm test"'],
  ["cd ..", "cd .."],
  ["npm run test:*", "npm run test:fast"],
  ["echo '*'", "echo '*'"],
  ["ls ~/Projects", "ls ~/Projects"],
] as const)("the rule %j allows %j", ([rule, command]) => {
  expect(evaluateRequest([source(allow(rule))], run(command), human).verdict).toBe("allow");
});

test.for([
  ["npm run *", "npm run -x"],
  ["npm run *", "npm run"],
  ["npm run *", "npm run a b"],
  ["npm run *", "npm run ''"],
  ["npm run test:*", "npm run test:../x"],
  ["npm run test:*", "npm run a/test:x"],
  ["cat src/*", "cat src/.."],
  ["cat src/*", "cat src/a/b"],
  ["npm test", "npm test --x"],
  ["npm test", "npm"],
  ["npm test **", "npm tests"],
  ["CI=1 npm test", "npm test"],
  ["CI=1 npm test", "CI=2 npm test"],
  ["npm test", "CI=1 npm test"],
  ["sudo **", "sudo ls"],
  ["sudo *", "sudo ls"],
  ["bash scripts/build.sh **", "bash scripts/build.sh x"],
  ["ls ~/Projects", "ls '~/Projects'"],
  ["ls '~/Projects'", "ls ~/Projects"],
  ["echo '*'", "echo *"],
  ["echo '*'", "echo a"],
  ["ls *", "ls src/*"],
  ["git **", "git -C docs status"],
  ["git **", "git config x y"],
] as const)("the rule %j does not allow %j", ([rule, command]) => {
  expect(evaluateRequest([source(allow(rule))], run(command), human).verdict).toBe("ask");
});

test("a rule that names another directory allows to go there, but nothing behind it", () => {
  const rules = source(allow("cd .."), allow("npm test"));
  const verdict = (command: string) => evaluateRequest([rules], run(command), human).verdict;
  expect(["cd ..", "npm test", "cd .. && npm test"].map(verdict)).toEqual(["allow", "allow", "ask"]);
});
