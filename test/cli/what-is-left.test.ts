// What uninstall names for removal is this home's alone.
import { chownSync, mkdirSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { whatIsLeft } from "../../src/cli/daemon/what-is-left.ts";
import { makeDemoDirectory } from "../../src/cli/demo/demo-directory.ts";
import { pathsOf } from "../../src/home/index.ts";
import { isRoot } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";

test("the directories of demos are those of this home: none of another one is named", async () => {
  const root = tempDir();
  vi.stubEnv("TMPDIR", root);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [home, other] = [join(root, "home"), join(root, "other")];
  for (const directory of [home, other]) mkdirSync(directory);
  const own = await makeDemoDirectory(pathsOf({ SKEIN_HOME: home }));
  await makeDemoDirectory(pathsOf({ SKEIN_HOME: other }));
  mkdirSync(join(root, "skein-demo-abc123"));
  // What anybody may put beside it: it would be named in a command that people copy.
  const prefix = own.slice(0, -6);
  for (const name of ["x\u001b]0;title\u0007", "abcde\n", "abcdefg"]) mkdirSync(`${prefix}${name}`);
  writeFileSync(`${prefix}file00`, "");
  symlinkSync(home, `${prefix}link00`);
  mkdirSync(`${prefix}others`);
  if (isRoot) chownSync(`${prefix}others`, 12_002, 12_002);
  else rmdirSync(`${prefix}others`);
  const left = whatIsLeft(pathsOf({ SKEIN_HOME: home }), { HOME: root }).filter(({ what }) => what.includes("demo"));
  expect(left.map(({ path }) => path)).toEqual([own]);
});
