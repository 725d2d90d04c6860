// An agent that ran something as another user, as with sudo: nobody but that user can end it, and it holds up nothing.
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unlessLinux, withoutRoot } from "../kit/left-out.ts";
import { isAlive } from "../kit/run-bench.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const NOBODY = 65_534;
const what = "a process of another user";
const isLeftOut = unlessLinux(what) || withoutRoot(what, "npm run test:process");

/** A program that makes anybody root, as sudo does. */
function makeSudo(): string {
  const dir = mkdtempSync(join(tmpdir(), "skein-sudo-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  chmodSync(dir, 0o755);
  const path = join(dir, "as-root");
  copyFileSync("/usr/bin/setpriv", path);
  chmodSync(path, 0o4755);
  return `${path} --reuid 0 --regid 0 --clear-groups`;
}

const events = async (skein: SkeinHome): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await skein.run(["export", "work"])).out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** A session whose agent waits for a process of root's. */
async function workingAsRoot(): Promise<{ skein: SkeinHome; pid: number }> {
  const skein = new SkeinHome({ uid: NOBODY, gid: NOBODY });
  const file = join(skein.workspace, "pid");
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", `[[run: ${makeSudo()} sh -c 'echo $$ > pid; exec sleep 1000'; :]]`]);
  const pid = await until("the process of root", () => {
    try {
      return Number(/^(\d+)\n$/.exec(readFileSync(file, "utf8"))?.[1]) || null;
    } catch {
      return null;
    }
  });
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
  return { skein, pid };
}

test.skipIf(isLeftOut)(
  "its session is stopped all the same, says what is left, and takes the next prompt",
  async () => {
    const { skein, pid } = await workingAsRoot();
    expect(await skein.json(["kill", "work"])).toMatchObject({ stopped: true, hadProcess: true, left: [pid] });
    expect(isAlive(pid)).toBe(true);
    const told = await events(skein);
    expect(told.find(({ type }) => type === "agent_exit")?.data).toMatchObject({ outcome: "stopped", left: [pid] });
    expect(told.find(({ data }) => data.kind === "processes_left")?.data.text).toContain(`pid ${pid}`);
    expect((await skein.run(["send", "work", "--wait", "[[say: Still here.]]"])).out).toContain("Still here.");
  },
);

test.skipIf(isLeftOut)(
  "a daemon that finds it after another was killed takes the session up, and records the end once",
  async () => {
    const { skein, pid } = await workingAsRoot();
    await skein.killDaemon();
    expect(await skein.json(["kill", "work"])).toMatchObject({ stopped: true, left: [pid] });
    expect((await events(skein)).filter(({ type }) => type === "agent_exit")).toHaveLength(1);
  },
);
