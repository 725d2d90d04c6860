// The built daemon and command line with things that never end or never begin: a workspace that hangs whoever reads it, a pipe without a writer.
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutPrograms } from "../kit/left-out.ts";
import { makeFifo } from "../kit/odd-entries.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

type Make = (git: string) => void;

/** A `.git` file of a worktree whose common directory is this. */
const worktree =
  (make: Make): Make =>
  (git) => {
    mkdirSync(`${git}.kept`);
    writeFileSync(git, `gitdir: ${git}.kept\n`);
    make(join(`${git}.kept`, "commondir"));
  };

test.for<[what: string, make: Make]>([
  ["a FIFO as .git", makeFifo],
  ["a link to /dev/zero as .git", (git) => symlinkSync("/dev/zero", git)],
  ["a FIFO as commondir", worktree(makeFifo)],
  ["a link to /dev/zero as commondir", worktree((path) => symlinkSync("/dev/zero", path))],
])("%s neither stops the daemon nor fills its memory", async ([, make]) => {
  const skein = new SkeinHome();
  const dir = join(skein.workspace, "trap");
  mkdirSync(dir);
  make(join(dir, ".git"));
  await skein.run(["daemon", "start"]);
  const pid = await skein.daemonPid();
  const { code, out } = await skein.run(["-C", dir, "new", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ session: { workspace: { path: dir } } });
  expect((await skein.run(["-C", dir, "policy"])).code).toBe(0);
  expect(await skein.daemonPid()).toBe(pid);
});

test("a pipe that nobody writes to is named while it is waited for, and Ctrl+C ends that", async () => {
  const skein = new SkeinHome();
  makeFifo(join(skein.workspace, "pipe"));
  await skein.run(["new", "--name", "api"]);
  const child = skein.start(["send", "api", "look", "--file", "pipe"]);
  const said: string[] = [];
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  await until("a word on it", () =>
    said.join("").includes('waiting for the end of "pipe", which is not a regular file; press Ctrl+C to give up'),
  );
  const exited = once(child, "exit");
  child.kill("SIGINT");
  expect(await exited).toEqual([null, "SIGINT"]);
});

test.skipIf(withoutPrograms("pipes of bash", ["bash"], "npm run test:process"))(
  "what a shell gives as a pipe is a file",
  async () => {
    const skein = new SkeinHome();
    await skein.run(["new", "--name", "api"]);
    const line = `"${process.execPath}" "${skein.program}" send api look --file <(printf words)`;
    execFileSync("bash", ["-c", line], { cwd: skein.workspace, env: skein.env });
    expect((await skein.run(["export", "api"])).out).toMatch(/"mediaType":"text\/plain","hash":"[^"]+","bytes":5/);
  },
);

test.for([
  [["send", "api", "-"], "stdin has more than 4 MB, the limit of a prompt"],
  [["send", "api", "x", "--file", "/dev/zero"], "more than 20 MB of files"],
] as const)("what never ends is not read to its end: %j < /dev/zero", async ([words, error]) => {
  const skein = new SkeinHome();
  await skein.run(["new", "--name", "api"]);
  const command = [process.execPath, skein.program, ...words];
  const { status, stderr } = spawnSync("/bin/sh", ["-c", '"$@" < /dev/zero', "sh", ...command], {
    cwd: skein.workspace,
    env: skein.env,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(error) });
});
