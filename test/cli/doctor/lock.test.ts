import { expect, test } from "vitest";
import { lockFindings } from "../../../src/cli/doctor/lock.ts";
import { pidsLocking } from "../../../src/cli/processes/lock-holder.ts";

const holder = { pid: 7, state: "S", words: ["node", "/opt/skein.cjs", "__daemon"], version: "0.0.1" };
const STOP = "skein daemon stop: the next command starts a new one, and agents keep running";

test("where the system does not tell who holds it, nothing is said", () => {
  expect(lockFindings({ holder: undefined, daemon: null })).toEqual([]);
});

test.for<[facts: Parameters<typeof lockFindings>[0], state: string, text: string, fix?: string]>([
  [{ holder, daemon: { pid: 7 } }, "ok", "held by the daemon, pid 7"],
  [{ holder: { ...holder, pid: 0 }, daemon: { pid: 7 } }, "ok", "held by a process outside this container"],
  [
    { holder: null, daemon: { pid: 7 } },
    "failed",
    "the daemon, pid 7, answers without holding it: lock.db was removed or replaced",
    STOP,
  ],
  [{ holder, daemon: { pid: 8 } }, "failed", "pid 8 answers, but pid 7 (skein 0.0.1) holds it", STOP],
  [{ holder: null, daemon: null }, "ok", "free"],
  [
    { holder: { ...holder, state: "T" }, daemon: null },
    "failed",
    "pid 7 (skein 0.0.1) holds it and is paused",
    "continue it: kill -CONT 7",
  ],
  [
    { holder: { ...holder, state: "D" }, daemon: null },
    "failed",
    "pid 7 (skein 0.0.1) holds it and waits for a disk that does not answer",
    "sudo dmesg | tail",
  ],
  [
    { holder, daemon: null },
    "failed",
    "pid 7 (skein 0.0.1) holds it and can't be reached: it is still starting, too busy, or its socket was removed",
    "end it, agents keep running: kill 7",
  ],
  [
    { holder: { ...holder, words: ["sqlite3", "lock.db"], version: null }, daemon: null },
    "failed",
    "pid 7 (sqlite3) holds it and is not a daemon",
    "end it: kill 7",
  ],
  [
    { holder: { ...holder, words: ["node", "/opt/skein.cjs", "__recover"], version: null }, daemon: null },
    "note",
    "pid 7 (node) holds it: a recovery is running",
  ],
  [
    { holder: { ...holder, pid: 0, words: [], version: null }, daemon: null },
    "failed",
    "held by a process outside this container",
    "end the daemon there: skein daemon stop",
  ],
])("%o: %s", ([facts, state, text, fix]) => {
  expect(lockFindings(facts)).toEqual([{ title: "lock", state, text, ...(fix === undefined ? {} : { fix }) }]);
});

test("of the system's locks the one on this file is found, with its disk as a hint; whoever waits or reads is not the holder", () => {
  const table = [
    "1: POSIX  ADVISORY  WRITE 31852 fe:00:42 1073741824 1073742335",
    "1: -> POSIX  ADVISORY  WRITE 31853 fe:00:42 1073741824 1073742335",
    "2: POSIX  ADVISORY  READ 5367 fe:00:42 128 128",
    "3: POSIX  ADVISORY  WRITE 99 00:2c:42 0 EOF",
    "4: POSIX  ADVISORY  WRITE 100 fe:00:43 0 EOF",
    "5: OFDLCK ADVISORY  WRITE -1 103:12c:42 0 EOF",
    "",
  ].join("\n");
  expect(pidsLocking(table, { ino: 42, dev: 0xfe00 })).toEqual([
    { pid: 31852, isSameDisk: true },
    { pid: 99, isSameDisk: false },
    { pid: 0, isSameDisk: false },
  ]);
  // A minor number of more than a byte is split around the major one.
  expect(pidsLocking(table, { ino: 42, dev: 0x1_1032c }).at(-1)).toEqual({ pid: 0, isSameDisk: true });
});
