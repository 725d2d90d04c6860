// Directories of every kind: a session works in them, or a sentence says why not.
import { mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFifo, makeSocket } from "../kit/odd-entries.ts";
import { cliDaemon } from "./cli-daemon.ts";

async function scene() {
  const { daemon, run } = await cliDaemon();
  const workspaceOf = (words: readonly string[], cwd: string) =>
    run(["new", "--json", ...words], { cwd }).then(({ code, out, err }) => ({
      code,
      path:
        code === 0 ? (JSON.parse(out) as { session: { workspace: { path: string } } }).session.workspace.path : null,
      err,
    }));
  return { root: daemon.workspace, run, workspaceOf };
}

const names = [
  "plain",
  "with blank",
  " ",
  "-",
  "--help",
  "-C",
  "@",
  "~",
  "...",
  "a'b",
  'a"b',
  "a$b`c`$(d)",
  "a\\b",
  "a\nb",
  "a\tb",
  "a\u001b[31mb",
  "a\u0007b",
  "*",
  "#",
  "ä",
  "a\u0308",
  "日本語",
  "😀",
  "\u202eabc",
  "\u200b",
  "\ufffd",
  "%2e%2e",
  "C:",
  "n".repeat(255),
  "new",
];

test.for(names)("a directory called %j is a workspace", async (name) => {
  const { root, run, workspaceOf } = await scene();
  const path = join(root, name);
  mkdirSync(path);
  expect(await workspaceOf([], path)).toEqual({ code: 0, path, err: "" });
  expect(await workspaceOf(["-C", path], "/")).toEqual({ code: 0, path, err: "" });
  const { code, out } = await run(["sessions"], { cwd: path });
  expect(code).toBe(0);
  for (const sign of ["\u001b", "\u0007", "\u202e"]) expect(out).not.toContain(sign);
});

test("so is one below forty others, and one behind links", async () => {
  const { root, workspaceOf } = await scene();
  const deep = join(root, ..."d".repeat(40));
  mkdirSync(deep, { recursive: true });
  symlinkSync(deep, join(root, "one"));
  symlinkSync("one", join(root, "two"));
  expect((await workspaceOf([], deep)).path).toBe(deep);
  expect((await workspaceOf([], join(root, "two"))).path).toBe(deep);
});

type Make = (path: string) => unknown;

test.for<[what: string, make: Make, error: string]>([
  ["is not there", () => {}, "No directory"],
  ["is a file", (path) => writeFileSync(path, ""), "is not a directory"],
  ["is a FIFO", makeFifo, "is not a directory"],
  ["is a socket", makeSocket, "is not a directory"],
  ["is a device", (path) => symlinkSync("/dev/zero", path), "is not a directory"],
  ["is a link that leads nowhere", (path) => symlinkSync("none", path), "No directory"],
  ["is a link to itself", (path) => symlinkSync(path, path), "No directory"],
  ["was there", (path) => [mkdirSync(path), rmdirSync(path)], "No directory"],
])("one that %s is refused", async ([, make, error]) => {
  const { root, workspaceOf } = await scene();
  const path = join(root, "odd");
  await make(path);
  for (const asked of [await workspaceOf([], path), await workspaceOf(["-C", path], "/")])
    expect(asked).toEqual({ code: 3, path: null, err: expect.stringContaining(error) });
});

test("one whose name is no UTF-8 is refused with the reason, also below it and through a link", async () => {
  const { root, workspaceOf } = await scene();
  const name = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]);
  mkdirSync(name);
  mkdirSync(Buffer.concat([name, Buffer.from("/below")]));
  symlinkSync(name, join(root, "link"));
  const why = "is not UTF-8, and Skein keeps paths as UTF-8 text: rename the directory or the one above it";
  // As Node hands such a name to a program.
  for (const path of [`${root}/caf\ufffd`, `${root}/caf\ufffd/below`, join(root, "link"), join(root, "link", "below")])
    expect(await workspaceOf([], path)).toEqual({ code: 3, path: null, err: expect.stringContaining(why) });
  renameSync(name, join(root, "café"));
  expect((await workspaceOf([], join(root, "café"))).code).toBe(0);
});
