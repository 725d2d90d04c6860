// Directories that a typed path may become.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeDirectory } from "../../src/workspace/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

function scene(): string {
  const root = tempDir();
  for (const path of ["app/.git", "apple", "Apricot", ".hidden", "other"])
    mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, "app.txt"), "");
  symlinkSync("other", join(root, "applied"));
  symlinkSync("app.txt", join(root, "app-file"));
  return root;
}

const names = async (typed: string, limit = 50): Promise<string[]> =>
  (await completeDirectory(typed, limit)).items.map(({ name }) => name);

test("the last word is completed, whatever its case; links count by where they lead", async () => {
  const root = scene();
  expect(await names(join(root, "ap"))).toEqual(["app", "apple", "applied", "Apricot"]);
  expect(await names(`${root}/`)).toEqual(["app", "apple", "applied", "Apricot", "other"]);
  expect(await names(join(root, ".h"))).toEqual([".hidden"]);
  expect((await completeDirectory(join(root, "app"), 1)).items).toEqual([
    { name: "app", path: join(root, "app"), isRepository: true },
  ]);
  expect((await completeDirectory(join(root, "ap"), 2)).isCut).toBe(true);
});

test("~ and nothing are the user's home", async () => {
  for (const typed of ["", "~", "~/"]) expect((await completeDirectory(typed, 1)).directory).toBe(homedir());
});

test("what is not there, or is no directory, is said and not an error", async () => {
  const root = scene();
  expect(await completeDirectory(join(root, "none/x"), 9)).toMatchObject({ items: [], problem: "missing" });
  expect(await completeDirectory(join(root, "app.txt/x"), 9)).toMatchObject({ items: [], problem: "not_a_directory" });
});
