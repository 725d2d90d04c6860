import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { desktopOpener } from "../../src/cli/programs/open-directory.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon } from "./cli-daemon.ts";

function program(directory: string, name: string): string {
  const file = join(directory, name);
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  return file;
}

test("open prints the directory for a program, and where there is no desktop", async () => {
  const { daemon, run, start } = await cliDaemon();
  await daemon.newSession("api");
  expect((await run(["open", "api"])).out).toBe(`${daemon.workspace}\n`);
  expect((await start(["open", "api"], { isTerminal: true, env: { PATH: "/usr/bin:/bin" } }).result).out).toBe(
    `${daemon.workspace}\n`,
  );
  expect(JSON.parse((await run(["open", "--json"])).out)).toMatchObject({ v: 1, path: daemon.workspace, opened: null });
});

test("a directory that is gone is said", async () => {
  const { daemon, run } = await cliDaemon();
  const gone = join(daemon.workspace, "gone");
  mkdirSync(gone);
  await daemon.client.create({ cwd: gone, name: "api" });
  rmSync(gone, { recursive: true });
  expect(await run(["open", "api"])).toMatchObject({
    code: 3,
    err: `error: the session's directory is gone: ${gone}\nfix: restore the directory; the session's history is still available: skein show\n`,
  });
});

test("programs that lie in the directory, or anywhere relative to it, are not found", () => {
  const [bin, repository] = [tempDir(), tempDir()];
  mkdirSync(join(repository, "bin"));
  const good = program(bin, "xdg-open");
  for (const place of [repository, join(repository, "bin")]) program(place, "xdg-open");
  const PATH = [".", "", "bin", repository, join(repository, "bin"), bin].join(":");
  expect(desktopOpener({ PATH, DISPLAY: ":0" }, repository, "linux")).toBe(good);
  expect(desktopOpener({ PATH }, repository, "linux")).toBeNull();
  expect(desktopOpener({ PATH, DISPLAY: ":0" }, repository, "darwin")).toBeNull();
});
