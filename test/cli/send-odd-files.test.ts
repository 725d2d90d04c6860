// What can be given to `send --file` and `--image`: everything is sent as it is, or refused in a sentence, and nothing is waited for or read for ever.
import { spawn } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFifo, makeHuge, makeSocket } from "../kit/odd-entries.ts";
import { cliDaemon } from "./cli-daemon.ts";

const MEGABYTE = 1024 * 1024;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

interface Case {
  readonly words: readonly string[];
  readonly make?: (dir: string) => unknown;
}

async function send({ words, make }: Case) {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  const dir = join(daemon.workspace, "files");
  mkdirSync(dir);
  await make?.(dir);
  const { code, err } = await run(["send", session, "look", ...words], { cwd: dir });
  const files = daemon
    .events(session)
    .filter(({ type }) => type === "prompt_queued")
    .flatMap(({ data }) => (data as { files: { name: string; bytes: number; mediaType: string }[] }).files);
  return { code, err, files };
}

const write = (name: string, content: string | Buffer) => (dir: string) => writeFileSync(join(dir, name), content);

test.for<[what: string, Case, file: { name: string; bytes: number; mediaType?: string }]>([
  ["an empty file", { words: ["--file", "a.txt"], make: write("a.txt", "") }, { name: "a.txt", bytes: 0 }],
  ["a file of one byte", { words: ["--file", "a.txt"], make: write("a.txt", "x") }, { name: "a.txt", bytes: 1 }],
  [
    "exactly as much as may go",
    { words: ["--file", "a.txt"], make: (dir) => writeFileSync(join(dir, "a.txt"), Buffer.alloc(20 * MEGABYTE, "a")) },
    { name: "a.txt", bytes: 20 * MEGABYTE },
  ],
  ["a name with blanks", { words: ["--file", "a b.txt"], make: write("a b.txt", "x") }, { name: "a b.txt", bytes: 1 }],
  [
    "a name with a line feed",
    { words: ["--file", "a\nb.txt"], make: write("a\nb.txt", "x") },
    { name: "a-b.txt", bytes: 1 },
  ],
  [
    "a name with an escape",
    { words: ["--file", "\u001b[2Ja"], make: write("\u001b[2Ja", "x") },
    { name: "-[2Ja", bytes: 1 },
  ],
  [
    "a name that reorders text",
    { words: ["--file", "a\u202eb"], make: write("a\u202eb", "x") },
    { name: "a-b", bytes: 1 },
  ],
  ["a name that begins with a dash", { words: ["--file=-a"], make: write("-a", "x") }, { name: "-a", bytes: 1 }],
  [
    "a name of emoji",
    { words: ["--file", "😀.md"], make: write("😀.md", "x") },
    { name: "😀.md", bytes: 1, mediaType: "text/markdown" },
  ],
  [
    "the longest name",
    { words: ["--file", `${"n".repeat(251)}.txt`], make: write(`${"n".repeat(251)}.txt`, "x") },
    { name: `${"n".repeat(116)}.txt`, bytes: 1 },
  ],
  ["a hidden file", { words: ["--file", ".env"], make: write(".env", "x") }, { name: ".env", bytes: 1 }],
  ["a path with dots", { words: ["--file", "./../files/./a"], make: write("a", "x") }, { name: "a", bytes: 1 }],
  [
    "a file behind a link",
    { words: ["--file", "link"], make: (dir) => [write("a", "xyz")(dir), symlinkSync("a", join(dir, "link"))] },
    { name: "link", bytes: 3 },
  ],
  [
    "a file with two names",
    { words: ["--file", "two"], make: (dir) => [write("a", "xyz")(dir), linkSync(join(dir, "a"), join(dir, "two"))] },
    { name: "two", bytes: 3 },
  ],
  [
    "a file that can only be read",
    { words: ["--file", "a"], make: (dir) => [write("a", "x")(dir), chmodSync(join(dir, "a"), 0o400)] },
    { name: "a", bytes: 1 },
  ],
  [
    "bytes that are no text",
    { words: ["--image", "a"], make: write("a", png) },
    { name: "a", bytes: 11, mediaType: "image/png" },
  ],
  [
    "an image that is called otherwise",
    { words: ["--file", "a.txt"], make: write("a.txt", png) },
    { name: "a.txt", bytes: 11, mediaType: "image/png" },
  ],
  ["a device that is empty", { words: ["--file", "/dev/null"] }, { name: "null", bytes: 0 }],
  [
    "a pipe that somebody writes to",
    {
      words: ["--file", "pipe"],
      make: (dir) => {
        makeFifo(join(dir, "pipe"));
        spawn("/bin/sh", ["-c", 'printf words > "$1"', "sh", join(dir, "pipe")]);
      },
    },
    { name: "pipe", bytes: 5, mediaType: "text/plain" },
  ],
])("sent as it is: %s", async ([, words, file]) => {
  expect(await send(words)).toMatchObject({ code: 0, err: "", files: [file] });
});

test.runIf(process.platform === "linux")("sent as it is: a file that does not say how long it is", async () => {
  const file = { name: "ostype", bytes: 6 };
  expect(await send({ words: ["--file", "/proc/sys/kernel/ostype"] })).toMatchObject({ code: 0, files: [file] });
});

const most = "of files, and 20 MB may go with a prompt";

test.for<[what: string, Case, code: number, error: string]>([
  ["no name", { words: ["--file", ""] }, 2, "--file names no file"],
  ["no name of an image", { words: ["--image", ""] }, 2, "--image names no file"],
  ["a blank", { words: ["--file", " "] }, 3, 'there is no file " "'],
  ["what is not there", { words: ["--file", "none"] }, 3, 'there is no file "none"'],
  ["a name that is too long", { words: ["--file", "n".repeat(300)] }, 3, "can't read"],
  ["a zero byte in the name", { words: ["--file", "a\0b"] }, 3, "can't read"],
  ["a file as a directory", { words: ["--file", "a/b"], make: write("a", "") }, 3, "can't read"],
  ["a name that is no UTF-8", { words: ["--file", "a\ufffd"] }, 3, "why: its name is not UTF-8"],
  ["a directory", { words: ["--file", "."] }, 2, '"." is a directory'],
  [
    "a link to a directory",
    { words: ["--file", "d"], make: (dir) => symlinkSync(".", join(dir, "d")) },
    2,
    '"d" is a directory',
  ],
  [
    "a link that leads nowhere",
    { words: ["--file", "l"], make: (dir) => symlinkSync("none", join(dir, "l")) },
    3,
    'there is no file "l"',
  ],
  ["a link to itself", { words: ["--file", "l"], make: (dir) => symlinkSync("l", join(dir, "l")) }, 3, "ELOOP"],
  ["a socket", { words: ["--file", "s"], make: (dir) => makeSocket(join(dir, "s")) }, 3, 'can\'t read "s"'],
  ["an endless device", { words: ["--file", "/dev/zero"] }, 1, `with "/dev/zero" it would be more than 20 MB ${most}`],
  ["another endless device", { words: ["--file", "/dev/urandom"] }, 1, `more than 20 MB ${most}`],
  [
    "a link to an endless device",
    { words: ["--file", "l"], make: (dir) => symlinkSync("/dev/zero", join(dir, "l")) },
    1,
    `more than 20 MB ${most}`,
  ],
  [
    "a huge file",
    { words: ["--file", "huge"], make: (dir) => makeHuge(join(dir, "huge")) },
    1,
    `with "huge" it would be 8 GB ${most}`,
  ],
  [
    "one byte too many",
    { words: ["--file", "a"], make: (dir) => makeHuge(join(dir, "a"), 20 * MEGABYTE + 1) },
    1,
    `with "a" it would be more than 20 MB ${most}`,
  ],
  [
    "too much together",
    { words: ["--file", "a", "--file", "a"], make: (dir) => makeHuge(join(dir, "a"), 11 * MEGABYTE) },
    1,
    `with "a" it would be 22 MB ${most}`,
  ],
  [
    "too much together with what does not end",
    { words: ["--file", "a", "--file", "/dev/zero"], make: write("a", "x") },
    1,
    `with "/dev/zero" it would be more than 20 MB ${most}`,
  ],
  [
    "a pipe that does not end",
    {
      words: ["--file", "pipe"],
      make: (dir) => {
        makeFifo(join(dir, "pipe"));
        spawn("/bin/sh", ["-c", 'yes > "$1"', "sh", join(dir, "pipe")], { stdio: "ignore" });
      },
    },
    1,
    `more than 20 MB ${most}`,
  ],
  ["no image", { words: ["--image", "a"], make: write("a", "x") }, 2, '"a" is no png, jpeg, gif or webp image'],
  ["an image without a byte", { words: ["--image", "a"], make: write("a", "") }, 2, '"a" is no png'],
  ["too many files", { words: Array(21).fill("--file=a"), make: write("a", "") }, 2, "too many files: 21"],
  ["stdin twice", { words: ["--file", "-", "--image", "-"] }, 2, "only one file can come from stdin"],
])("refused: %s", async ([, words, code, error]) => {
  expect(await send(words)).toEqual({ code, err: expect.stringContaining(error), files: [] });
});
