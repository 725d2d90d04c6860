// The line on Skein's home: what commands refuse is what fails here, in the same words.
import { chmodSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckContext } from "../../../src/cli/doctor/check.ts";
import { home as check } from "../../../src/cli/doctor/home.ts";
import { distrustHome, pathsOf } from "../../../src/home/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { runCli } from "../run-cli.ts";

const look = async (home: string) => {
  const paths = pathsOf({ SKEIN_HOME: home });
  const [finding] = await check.run({ io: { env: {} }, paths, client: null, server: null } as unknown as CheckContext);
  return finding;
};

test.for<[what: string, make: (home: string) => unknown, state: string, text: string]>([
  ["yours alone", () => {}, "ok", ", yours alone"],
  ["open to readers", (home) => chmodSync(home, 0o755), "warning", "others on this machine can read "],
  ["not there yet", (home) => rmdirSync(home), "note", " does not exist yet"],
  ["your own link", (home) => [rmdirSync(home), symlinkSync(tempDir(), home)], "ok", ", yours alone"],
])("%s", async ([, make, state, text]) => {
  const home = tempDir();
  make(home);
  expect(await look(home)).toMatchObject({ state, title: "home", text: expect.stringContaining(text) });
});

test.for<[what: string, make: (home: string) => unknown]>([
  ["open to writers", (home) => chmodSync(home, 0o777)],
  ["a file", (home) => [rmdirSync(home), writeFileSync(home, "")]],
  ["a link that leads nowhere", (home) => [rmdirSync(home), symlinkSync("none", home)]],
  ["with a device as its log", (home) => symlinkSync("/dev/zero", join(home, "daemon.log"))],
])("%s: refused by every command, and doctor says the same", async ([, make]) => {
  const home = tempDir();
  make(home);
  const { problem, fix } = distrustHome(pathsOf({ SKEIN_HOME: home })) ?? { problem: "", fix: "" };
  expect(await look(home)).toEqual({ state: "failed", title: "home", text: problem, fix });
  expect((await runCli(["sessions"], { home })).err).toContain(`why: ${problem}\nfix: ${fix}\n`);
  const { code, out } = await runCli(["doctor"], { home });
  expect(code).toBe(1);
  expect(out).toContain(problem);
});
