// `npm run ledger`: which lines of the ledger a test names.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../kit/temp-dir.ts";

test("an id counts wherever it stands in a test's name, and not in one that is skipped or in a comment", () => {
  const dir = tempDir();
  for (const name of ["docs", "test"]) mkdirSync(join(dir, name));
  // Not written out: this file is looked at, too.
  const [first, middle, template, skipped, todo, comment] = [1, 2, 3, 4, 5, 6].map((n) => `X-0${n}`);
  const ids = [first, middle, template, skipped, todo, comment];
  writeFileSync(join(dir, "docs/ledger.md"), ids.map((id) => `- **${id}** N · a line\n`).join(""));
  const tests = [
    `test("[${first}] begins with it", () => {});`,
    `test("it isn't first, and [${middle}] counts", () => {});`,
    `test(\`[${template}] \${name}: of a template\`, () => {});`,
    `test.skip("[${skipped}] is skipped", () => {});`,
    `test.todo("later, [${todo}]", () => {});`,
    `// [${comment}] isn't a name`,
  ];
  writeFileSync(join(dir, "test/some.test.ts"), `${tests.join("\n")}\n`);
  const out = execFileSync(process.execPath, [resolve("scripts/ledger.mjs")], { cwd: dir, encoding: "utf8" });
  expect(out.match(/^X-\d+/gm)).toEqual([skipped, todo, comment]);
});
