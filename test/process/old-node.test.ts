// The built bin.ts on a Node that says it is too old: a package of its own in a temporary directory, with a CLI that shows what reached it.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";

const cli = `
exports.processIo = () => ({});
exports.main = async ([command, code]) => {
  if (command === "exit") return Number(code);
  if (command === "cat") for await (const chunk of process.stdin) process.stdout.write(chunk);
  if (command === "throw") throw new Error("it broke\\nin two lines");
  if (command === "wait") {
    const timer = setInterval(() => {}, 1000);
    if (code) process.once("SIGINT", () => { clearInterval(timer); process.exitCode = Number(code); });
    console.log("ready");
    await new Promise(() => {});
  }
  return 0;
};`;

const pretendOld = `
Object.defineProperty(process.versions, "node", { value: "20.20.2" });
Object.defineProperty(process, "execPath", { value: "/old/node" });`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "skein-old-node-"));
  mkdirSync(join(root, "dist"));
  mkdirSync(join(root, "node_modules", ".bin"), { recursive: true });
  copyFileSync("dist/skein.cjs", join(root, "dist", "skein.cjs"));
  writeFileSync(join(root, "dist", "cli.cjs"), cli);
  writeFileSync(join(root, "pretend-old.cjs"), pretendOld);
  symlinkSync(process.execPath, join(root, "node_modules", ".bin", "node"));
});

afterEach(() => rmSync(root, { recursive: true }));

function skein(...args: string[]): ChildProcessWithoutNullStreams {
  const env = { ...process.env, XDG_CACHE_HOME: root };
  const program = join(root, "dist", "skein.cjs");
  return spawn(process.execPath, ["--require", join(root, "pretend-old.cjs"), program, ...args], { env });
}

test("the exit code comes through", async () => {
  expect(await once(skein("exit", "7"), "exit")).toEqual([7, null]);
});

test("standard input and output come through", async () => {
  const child = skein("cat");
  child.stdin.end("hello");
  expect(await text(child.stdout)).toBe("hello");
});

test("a signal comes through once, and the command decides what it means", async () => {
  const child = skein("wait", "42");
  await once(child.stdout, "data");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([42, null]);
});

test("who waits for a command that a signal ended sees that signal", async () => {
  const child = skein("wait");
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
});

test("an error is one line on standard error", async () => {
  expect(await text(skein("throw").stderr)).toBe("error: it broke in two lines\n");
});

test("without a Node of its own it says what is wrong and what to do", async () => {
  rmSync(join(root, "node_modules"), { recursive: true });
  const child = skein("exit", "0");
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect({ said, code }).toEqual({
    said: "error: Skein needs Node 22.16 or newer, and this is Node 20.20.2. Install a newer Node, then run the command again.\n",
    code: 1,
  });
});
