// What Linux tells of processes: of this one, of a child with an odd name, and of one that is gone.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, openSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  commandLineOf,
  descriptorLimitOf,
  descriptorsOf,
  environmentsAbove,
  executableOf,
  isAlive,
  pidsInProc,
  readMarkers,
  stateOf,
  targetOf,
} from "../../src/system/index.ts";
import { parentOf, readStat } from "../../src/system/processes/proc.ts";
import { memoryOf } from "../../src/system/processes.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";

/** Above the largest number that Linux gives. */
const GONE = 2 ** 22 + 1;

function ending<C extends ChildProcess>(child: C): C {
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("on Linux", () => {
  test("a process with an odd name is read as any other", async () => {
    const program = join(tempDir(), "a) Z (b");
    copyFileSync("/bin/sleep", program);
    const env = { SKEIN_RUN: "run-1", SKEIN_RUN_HOME: "", SKEIN_WITHIN: "" };
    const child = ending(spawn(program, ["600"], { env, stdio: "ignore" }));
    await once(child, "spawn");
    const pid = child.pid ?? 0;
    await until("the child is the program", () => executableOf(pid) === realpathSync(program));
    expect(readStat(pid)).toMatchObject({ parent: process.pid, terminal: expect.any(String), threads: 1 });
    expect(stateOf(pid)).not.toBe("Z");
    expect(parentOf(pid)).toBe(process.pid);
    expect(commandLineOf(pid)).toEqual([program, "600"]);
    expect(readMarkers(pid)).toEqual({ run: "run-1", home: null, within: true });
    expect(pidsInProc()).toContain(pid);
    expect(await memoryOf([pid])).toBeGreaterThan(0);
  });

  test("of one that is gone nothing is told, and nothing fails", async () => {
    expect([stateOf(GONE), executableOf(GONE), descriptorLimitOf(GONE), readStat(GONE)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([commandLineOf(GONE), descriptorsOf(GONE), parentOf(GONE)]).toEqual([[], [], 0]);
    expect(readMarkers(GONE)).toEqual({ run: null, home: null, within: false });
    expect(await memoryOf([GONE])).toBe(0);
  });

  test("this process's open files have numbers, and lead somewhere", () => {
    const path = join(realpathSync(tempDir()), "open");
    const file = openSync(path, "w");
    try {
      expect(targetOf("self", file)).toBe(path);
      expect(descriptorsOf(process.pid)).toContain(`${file}`);
      expect(descriptorLimitOf("self")).toBeGreaterThan(file);
    } finally {
      closeSync(file);
    }
  });

  test("the environments of all that led here are found", () => {
    expect(environmentsAbove().some((text) => text.includes("PATH="))).toBe(true);
  });

  test("one that has ended and was not collected is not alive", async () => {
    const parent = ending(
      spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] }),
    );
    const [line] = await once(parent.stdout.setEncoding("utf8"), "data");
    await until("it is a zombie", () => stateOf(Number(line)) === "Z");
    expect(isAlive(Number(line))).toBe(false);
  });
});

test("a process is alive, and a number that nobody has is not", () => {
  expect([isAlive(process.pid), isAlive(GONE)]).toEqual([true, false]);
});
