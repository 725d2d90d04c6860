// Programs that end well, badly, late or never, and what they printed by then.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programsOn, SYSTEM_PATH, safePath } from "../../src/system/index.ts";
import { endOf, keepTail, runProgram, runProgramNow } from "../../src/system/processes.ts";
import { tempDir } from "../kit/temp-dir.ts";

const sh = (script: string, options?: Parameters<typeof runProgram>[2]) =>
  runProgram("/bin/sh", ["-c", script], options);

/** Whoever writes its pid there ends with the test. */
function pidFile(): string {
  const path = join(tempDir(), "pids");
  writeFileSync(path, "");
  onTestFinished(() => {
    for (const pid of readFileSync(path, "utf8").split("\n").filter(Boolean)) process.kill(Number(pid), "SIGKILL");
  });
  return path;
}

test("what a program prints is its answer, as much as it is", async () => {
  expect(await sh("echo one; echo two")).toBe("one\ntwo\n");
  expect(await sh("head -c 300000 /dev/zero | tr '\\0' x")).toHaveLength(300_000);
  expect(await sh("printf '\\351'", { encoding: "latin1" })).toBe("é");
});

test("it runs where, and with what, it is told", async () => {
  const cwd = realpathSync(tempDir());
  expect(await sh("pwd; echo $A", { cwd, env: { A: "b" } })).toBe(`${cwd}\nb\n`);
});

test("its stdin is empty", async () => {
  expect(await runProgram("/bin/cat", [])).toBe("");
});

test("a bad end is a failure with what it said", async () => {
  await expect(sh("echo half; echo why >&2; exit 3")).rejects.toMatchObject({
    ...{
      name: "ProgramFailed",
      reason: "ended",
      code: 3,
      signal: null,
      stdout: "half\n",
      stderr: "why\n",
      isStderrCut: false,
    },
    message: "Command failed: /bin/sh -c echo half; echo why >&2; exit 3\nwhy\n",
  });
  await expect(sh("kill -9 $$")).rejects.toMatchObject({ reason: "ended", code: null, signal: "SIGKILL" });
});

test("of a long stderr the end is kept", async () => {
  const failed = await sh("head -c 100000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 1").catch((error) => error);
  expect(failed).toMatchObject({ isStderrCut: true, stderr: expect.stringMatching(/^x+end\n$/) });
  expect(failed.stderr).toHaveLength(16 * 1024);
});

test.for<[what: string, program: string, args: string[], code: string]>([
  ["is not there", "/nowhere/program", [], "ENOENT"],
  ["is no program", "/etc/passwd", [], "EACCES"],
  ["gets more than the system takes", "/bin/true", ["x".repeat(4_000_000)], "E2BIG"],
])("one that %s was not started", async ([, program, args, code]) => {
  await expect(runProgram(program, args)).rejects.toMatchObject({ reason: "not_started", code });
});

test("one that does not end in time is given up, also when it ignores signals", async () => {
  const pids = pidFile();
  const stubborn = `echo $$ >> ${pids}; trap '' TERM; echo begun; sleep 600 & echo $! >> ${pids}; wait`;
  await expect(sh(stubborn, { timeoutMs: 300 })).rejects.toMatchObject({ reason: "timeout", code: null, signal: null });
});

test("one that prints without end is given up", async () => {
  await expect(runProgram("/bin/cat", ["/dev/zero"], { maxBytes: 100_000 })).rejects.toMatchObject({
    reason: "too_long",
  });
});

test("what a program leaves running does not hold up its answer", async () => {
  expect(await sh(`sleep 600 & echo $! > ${pidFile()}; echo done`, { lastWordsMs: 10 })).toBe("done\n");
});

test("a child's end has its last words; one that can't be started has none", async () => {
  const child = spawn("/bin/sh", ["-c", "echo 123456789 >&2; exit 4"], { stdio: ["ignore", "ignore", "pipe"] });
  const tail = keepTail(child.stderr, 4);
  expect([await endOf(child, 60_000), tail()]).toEqual([{ code: 4, signal: null }, "789\n"]);
  await expect(endOf(spawn("/nowhere/program"), 0)).rejects.toMatchObject({ code: "ENOENT" });
});

test("the answer of one that everything waits for", () => {
  expect(runProgramNow("/bin/echo", ["yes"])).toBe("yes");
  expect([runProgramNow("/bin/false", []), runProgramNow("/nowhere/program", [])]).toEqual([null, null]);
});

function program(directory: string, name: string): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), "#!/bin/sh\n", { mode: 0o755 });
  return join(directory, name);
}

test("programs that lie in the directory, or anywhere relative to it, are not found", () => {
  const [bin, repository] = [tempDir(), tempDir()];
  const good = program(bin, "xdg-open");
  for (const place of [repository, join(repository, "bin")]) program(place, "xdg-open");
  const PATH = [".", "", "bin", repository, join(repository, "bin"), bin].join(":");
  expect(safePath({ PATH }, repository)).toBe(bin);
  expect(programsOn("xdg-open", safePath({ PATH }, repository))).toEqual([good]);
  expect(programsOn("xdg-open", [bin, ".", bin, repository].join(":"))).toEqual([good, join(repository, "xdg-open")]);
});

test("a safe PATH is never empty: a shell would look in the current directory", () => {
  for (const env of [{}, { PATH: "" }, { PATH: ".:bin" }, { PATH: "/repository/bin" }])
    expect(safePath(env, "/repository")).toBe(SYSTEM_PATH);
});

test.for([
  ["/repository", "/repository", false],
  ["/repository/", "/repository/a/../bin", false],
  ["/repository", "/repository/..bin", false],
  ["/repository", "/repository-bin", true],
  ["/repository", "/", true],
  // A repository below the home is somebody else's all the same.
  ["/home/ada/repository", "/home/ada/repository/bin", false],
  ["/home/ada/repository", "/home/ada/bin", true],
  ["/home/ada", "/home/ada/bin", true],
  ["/home", "/home/ada/bin", true],
  ["/", "/usr/bin", true],
] as const)("in %s a PATH of %s is safe: %s", ([directory, PATH, isSafe]) => {
  expect(safePath({ PATH, HOME: "/home/ada" }, directory)).toBe(isSafe ? PATH : SYSTEM_PATH);
});
