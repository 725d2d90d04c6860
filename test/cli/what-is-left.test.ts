// What uninstall names for removal is this home's alone.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { whatIsLeft } from "../../src/cli/daemon/what-is-left.ts";
import { makeDemoDirectory } from "../../src/cli/demo/demo-directory.ts";
import { pathsOf } from "../../src/home/index.ts";
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
  const left = whatIsLeft(pathsOf({ SKEIN_HOME: home }), { HOME: root }).filter(({ what }) => what.includes("demo"));
  expect(left.map(({ path }) => path)).toEqual([own]);
});
