import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { acquireDaemonLock } from "../../src/log/index.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { nextLine, startChild } from "./log-child.ts";

const takeAndHold = `
  const lock = acquireDaemonLock({ path });
  say(lock ? "held" : "taken");
  process.stdin.resume();
  process.stdin.on("end", () => lock?.release());
`;

test("one process holds the lock, and its sudden death frees it", async () => {
  const path = temporaryPath();
  const holder = startChild(takeAndHold, [path]);
  expect(await nextLine(holder)).toBe("held");
  expect(acquireDaemonLock({ path })).toBeNull();
  expect(await nextLine(startChild(takeAndHold, [path]))).toBe("taken");

  holder.process.kill("SIGKILL");
  expect(await holder.ended).toBe("SIGKILL");
  const lock = acquireDaemonLock({ path });
  expect(lock).not.toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await nextLine(startChild(takeAndHold, [path]))).toBe("taken");
  lock?.release();
  lock?.release();
  expect(await nextLine(startChild(takeAndHold, [path]))).toBe("held");
});

test("a released lock can be taken while the process lives on", async () => {
  const path = temporaryPath();
  const holder = startChild(
    `${takeAndHold} process.stdin.on("end", () => { say("released"); setInterval(() => {}, 1e6); })`,
    [path],
  );
  expect(await nextLine(holder)).toBe("held");
  holder.process.stdin?.end();
  expect(await nextLine(holder)).toBe("released");
  const lock = acquireDaemonLock({ path });
  expect(lock).not.toBeNull();
  expect(acquireDaemonLock({ path })).toBeNull();
  lock?.release();
});

test("of many that start at once exactly one wins", async () => {
  const path = temporaryPath();
  const children = Array.from({ length: 12 }, () => startChild(takeAndHold, [path]));
  const words = await Promise.all(children.map(nextLine));
  expect(words.sort()).toEqual(["held", ...Array(11).fill("taken")]);
});
