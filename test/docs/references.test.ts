// The references in docs/ that a program writes: what is checked in says what the source says. And no page leads nowhere.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { between } from "../../scripts/cli-reference/between.ts";
import { documents } from "../../scripts/cli-reference/documents.ts";

const made = await documents();
const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "AGENTS.md", ...globSync("docs/**/*.md")];

test.for(Object.keys(made))("%s says what the source says; `npm run docs` writes it anew", (path) => {
  expect(readFileSync(path, "utf8") === made[path], `${path} is out of date: run npm run docs`).toBe(true);
});

test("a page without its marks is refused instead of being left as it is", () => {
  expect(() => between("# Config\n", "keys", "| key |")).toThrow("keys: written by npm run docs");
});

test.for(pages)("every link of %s to another file of the repository leads there", (page) => {
  const text = readFileSync(page, "utf8").replace(/^```.*?^```/gms, "");
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? "");
  const files = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(files.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
});

test("the README leads to every page of docs/", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(globSync("docs/*.md").filter((path) => !readme.includes(`(${path})`))).toEqual([]);
});
