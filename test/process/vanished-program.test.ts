// An upgrade takes the program's files away while its daemon works: what agents say is read and kept as before.
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

test("a daemon whose program files are gone reads a long line, and makes a backup", async () => {
  const skein = new SkeinHome();
  const installed = join(skein.root, "installed");
  cpSync(resolve("dist"), installed, { recursive: true });
  const usual = skein.program;
  skein.program = join(installed, "skein.cjs");
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "hello", "--wait"]);
  const pid = await skein.daemonPid();
  rmSync(installed, { recursive: true });
  skein.program = usual;
  await skein.json(["send", "work", "[[output: 3000000]]", "--wait"]);
  const { out } = await skein.run(["export", "work"]);
  expect(out).toContain('"bytes":3000000');
  expect(out).not.toContain('"type":"error"');
  await skein.json(["daemon", "backup"]);
  expect(await skein.daemonPid()).toBe(pid);
});
