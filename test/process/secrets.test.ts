// Where secrets are, and where they are not: what was said is in the log as it was, and the environment is in a file of its own alone.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

const SAID = "sk-said-4f1d";
const KEPT = "sk-kept-93ab";

/** Files below the home that hold this text. */
function filesWith({ home }: SkeinHome, text: string): string[] {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return paths.filter((path) => readFileSync(path).includes(text)).map((path) => relative(home, path));
}

test("an export has what was said, also where it is a secret; the environment is in neither log, export nor journal", async () => {
  const skein = new SkeinHome();
  skein.env.MY_KEY = KEPT;
  await skein.run(["new", `use ${SAID} [[say: I use ${SAID}]]`, "--name", "api"]);
  for (const words of [
    ["export", "api"],
    ["export", "api", "--md"],
    ["show", "api", "--full"],
  ]) {
    const { out } = await skein.run(words);
    expect([words, out.includes(SAID), out.includes(KEPT)]).toEqual([words, true, false]);
  }
  expect((await skein.run(["export", "--help"])).out.replace(/\s+/g, " ")).toContain("secrets included");
  // While it lives, an agent is started with it; that file goes with the run.
  await skein.run(["daemon", "stop", "--agents"]);
  expect(filesWith(skein, KEPT)).toEqual([expect.stringMatching(/^environments\/[0-9a-f-]{36}\.json$/)]);
  expect(filesWith(skein, SAID).filter((path) => !/^(skein\.db|agents\/|backups\/)/.test(path))).toEqual([]);
});
