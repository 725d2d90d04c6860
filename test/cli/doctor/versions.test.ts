import { chmodSync, mkdirSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedAt, programFindings } from "../../../src/cli/doctor/daemon.ts";
import { type OnPath, versionsFinding } from "../../../src/cli/doctor/versions.ts";
import { versionOfProgram } from "../../../src/cli/processes/program-version.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { until } from "../../kit/until.ts";

const own = { version: "0.2.0", shown: "/opt/skein/dist/skein.cjs" };
const at = (path: string, version: string | null): OnPath => ({ path, shown: path.replace("/home/ada", "~"), version });

test.for<[why: string, onPath: OnPath[], state: string, text: string, fix?: string]>([
  ["it is the one that a shell finds", [at("/usr/bin/skein", "0.2.0")], "ok", "0.2.0, /usr/bin/skein"],
  ["none is found", [], "note", "0.2.0, /opt/skein/dist/skein.cjs; there is no skein on your PATH"],
  [
    "an older one comes first, and this one behind it",
    [at("/home/ada/bin/skein", "0.1.0"), at("/usr/bin/skein", "0.2.0")],
    "warning",
    "this is 0.2.0, but a shell runs ~/bin/skein (0.1.0)",
    "remove the other one: rm /home/ada/bin/skein",
  ],
  [
    "only another one is found, which does not say what it is",
    [at("/home/ada/bin/skein", null)],
    "warning",
    "this is 0.2.0, but a shell runs ~/bin/skein (unknown version)",
    "install this one (npm install -g . in its checkout), or remove the other: rm /home/ada/bin/skein",
  ],
  [
    "an older one that npm has installed comes first",
    [{ ...at("/usr/bin/skein", "0.1.0"), npmPrefix: "/usr" }, at("/opt/bin/skein", "0.2.0")],
    "warning",
    "this is 0.2.0, but a shell runs /usr/bin/skein (0.1.0)",
    "remove the other one: npm uninstall -g skein --prefix /usr",
  ],
  [
    "an older one is behind",
    [at("/usr/bin/skein", "0.2.0"), at("/home/ada/bin/skein", "0.1.0")],
    "note",
    "0.2.0, /usr/bin/skein; also on your PATH: ~/bin/skein (0.1.0)",
    "remove what you don't need: rm /home/ada/bin/skein",
  ],
])("%s", ([, onPath, state, text, fix]) => {
  expect(versionsFinding(onPath, own)).toEqual({
    title: "version",
    state,
    text,
    ...(fix === undefined ? {} : { fix }),
  });
});

test("the version of a program is its package's, also through a link; any other program has none", () => {
  const root = tempDir();
  mkdirSync(join(root, "skein", "dist"), { recursive: true });
  const program = join(root, "skein", "dist", "skein.cjs");
  writeFileSync(program, "");
  expect(versionOfProgram(program)).toBeNull();
  writeFileSync(join(root, "skein", "package.json"), '{"name":"skein","version":"0.0.9"}');
  symlinkSync(program, join(root, "skein-link"));
  expect(versionOfProgram(join(root, "skein-link"))).toBe("0.0.9");
  writeFileSync(join(root, "skein", "package.json"), '{"name":"yarn-of-another-kind","version":"9.9.9"}');
  expect(versionOfProgram(program)).toBeNull();
  expect(versionOfProgram(join(root, "gone"))).toBeNull();
});

test("a daemon whose program or Node was replaced or removed since its start is told to be started anew", () => {
  const fine = { program: "/opt/skein.cjs", isThere: true, changedMs: 1, startedMs: 2, isNodeGone: false };
  const fix = "skein daemon stop: the next command starts the new one, and busy agents keep running";
  const said = (text: string) => [{ state: "warning", title: "daemon", text, fix }];
  expect(programFindings(fine)).toEqual([]);
  expect(programFindings({ ...fine, program: null })).toEqual([]);
  expect(programFindings({ ...fine, isThere: false })).toEqual(
    said("it was started from /opt/skein.cjs, which is gone"),
  );
  expect(programFindings({ ...fine, changedMs: 3 })).toEqual(said("/opt/skein.cjs was replaced since it started"));
  expect(programFindings({ ...fine, isNodeGone: true })).toEqual(
    said("the Node that it runs on was removed or replaced since it started"),
  );
});

test("a program that only got other rights, as an installation gives them, was not replaced", async () => {
  const root = tempDir();
  const program = join(root, "skein.cjs");
  writeFileSync(program, "");
  const { ctimeMs } = statSync(program);
  const before = changedAt(program);
  await until("the clock of the disk", () => {
    chmodSync(program, 0o755);
    return statSync(program).ctimeMs > ctimeMs;
  });
  expect(changedAt(program)).toBe(before);
  // As a package is unpacked: its files say that they are decades old.
  writeFileSync(`${program}.new`, "");
  utimesSync(`${program}.new`, 499_162_500, 499_162_500);
  renameSync(`${program}.new`, program);
  expect(changedAt(program)).toBeGreaterThan(before);
});
