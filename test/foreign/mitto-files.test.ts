// Mitto's directory, prepared by somebody who means no good: what is no session's own file is left out and named, and nothing waits.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lengthOfFile } from "../../src/foreign/mitto/files.ts";
import { mitto } from "../../src/foreign/mitto/system.ts";
import { everything, idOf, prompt, writeMitto } from "../kit/mitto-store.ts";
import { tempDir } from "../kit/temp-dir.ts";

const now = Date.UTC(2026, 0);
const open = (directory: string) => mitto.open(directory, now);

function store(): { directory: string; folder: string } {
  const directory = writeMitto(tempDir(), [{ id: idOf(1), records: everything() }]);
  return { directory, folder: join(directory, "sessions", idOf(1)) };
}

test("links to folders and files, and names that are no session's, are not followed", async () => {
  const { directory, folder } = store();
  const sessions = join(directory, "sessions");
  symlinkSync(folder, join(sessions, idOf(2)));
  mkdirSync(join(sessions, "-rf ~"));
  mkdirSync(join(sessions, "..."));
  const secret = join(tempDir(), "secret");
  writeFileSync(secret, JSON.stringify(prompt(1, "secret")));
  mkdirSync(join(sessions, idOf(3)));
  symlinkSync(secret, join(sessions, idOf(3), "events.jsonl"));
  const opened = await open(directory);
  expect(opened.sessions.map(({ id }) => id)).toEqual([idOf(1), idOf(3)]);
  expect(opened.skipped.map(({ place }) => place)).toEqual(["-rf ~", "..."]);
  await expect(opened.sessions[1]?.survey(null)).rejects.toThrow("is not a file, but a link");
});

test("a FIFO in place of a file is refused at once", async () => {
  const { directory, folder } = store();
  for (const name of ["queue.json", "other"]) execFileSync("/usr/bin/mkfifo", [join(folder, name)]);
  const { sessions } = await open(directory);
  expect((await sessions[0]?.survey(null))?.skipped).toEqual([
    { place: "queue.json", why: expect.stringContaining("is not a file, but a FIFO") },
  ]);
  mkdirSync(join(directory, "sessions", idOf(2)));
  execFileSync("/usr/bin/mkfifo", [join(directory, "sessions", idOf(2), "events.jsonl")]);
  await expect((await open(directory)).sessions[1]?.survey(null)).rejects.toThrow("is not a file, but a FIFO");
});

test("metadata of any shape is taken as far as it goes", async () => {
  const shapes = [
    "null",
    "[]",
    '"text"',
    '{"name":7,"archived":"yes","working_dir":[]}',
    `{"a":${"[".repeat(3000)}`,
    "\0\0",
  ];
  const directory = writeMitto(
    tempDir(),
    shapes.map((metadata, number) => ({ id: idOf(number), metadata, records: [prompt(1, "a")] })),
  );
  for (const session of (await open(directory)).sessions) {
    const survey = await session.survey(null);
    expect(survey).toMatchObject({ title: null, isArchived: false, counts: { prompts: 1 } });
    const types = [];
    for await (const { type } of survey.events()) types.push(type);
    expect([types[0], types.at(-1)]).toEqual(["session_start", "external_id"]);
  }
});

test("the directory with the sessions themselves is taken too, and a hard link is a file", async () => {
  const { directory, folder } = store();
  linkSync(join(folder, "events.jsonl"), join(folder, "again"));
  expect((await open(join(directory, "sessions"))).sessions.map(({ id }) => id)).toEqual([idOf(1)]);
});

test("a file that is longer than any session's is not read through", async () => {
  const { directory, folder } = store();
  const path = join(folder, "events.jsonl");
  truncateSync(path, 5 * 1024 ** 3);
  await expect(lengthOfFile(path)).rejects.toThrow("events.jsonl is larger than 4294967296 bytes");
  await expect((await open(directory)).sessions[0]?.survey(null)).rejects.toThrow("is larger than");
});

test("a directory with a name that no file system takes is none", async () => {
  const metadata = { working_dir: `/${"a".repeat(5000)}` };
  const directory = writeMitto(tempDir(), [{ id: idOf(1), metadata, records: [prompt(1, "a")] }]);
  expect((await (await open(directory)).sessions[0]?.survey(null))?.directory).toBeNull();
});
