// A daemon that lives and can't be reached: nothing says that it, or an agent of it, has ended.
import { renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastingProcessesOf, processesOf } from "../kit/processes-of.ts";
import { stateOf } from "../kit/run-bench.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

/** A session in mid-turn. */
async function atWork(): Promise<{ skein: SkeinHome; daemon: number }> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[tree]] [[say: Begun.]] [[hang]]"]);
  await until("the agent to be in its turn", async () =>
    (await skein.run(["export", "work"])).out.includes('"type":"agent_message"'),
  );
  return { skein, daemon: (await skein.daemonPid()) ?? 0 };
}

const deleteSocket = ({ home }: SkeinHome): void => rmSync(join(home, "daemon.sock"));

test.for(["daemon stop", "daemon stop --agents", "uninstall -y"])(
  "[R-34] skein %s fails, and names the process, while a daemon holds the home and can't listen",
  async (words) => {
    const { skein, daemon } = await atWork();
    process.kill(daemon, "SIGSTOP");
    onTestFinished(() => void process.kill(daemon, "SIGCONT"));
    await until("it to stand still", () => stateOf(daemon) === "T");
    // Not before: it would make the socket again.
    deleteSocket(skein);
    const before = lastingProcessesOf(skein);
    const { code, out, err } = await skein.run(words.split(" "));
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toMatch(new RegExp(`pid ${daemon} .*is paused.*kill -CONT ${daemon}`, "s"));
    expect(lastingProcessesOf(skein)).toEqual(before);
    expect((await skein.run(["daemon", "status"])).out).toMatch(
      new RegExp(`not reachable.*pid ${daemon} .*is paused`, "s"),
    );
  },
);

/** As a daemon that is killed leaves it. */
async function leaveDeadSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${path}.x`, resolve));
  renameSync(`${path}.x`, path);
  await new Promise((resolve) => server.close(resolve));
}

test("a daemon whose socket was replaced by one that nobody answers makes it again: commands work", async () => {
  const { skein, daemon } = await atWork();
  await leaveDeadSocket(join(skein.home, "daemon.sock"));
  expect(await skein.json(["ls"])).toMatchObject({ sessions: [{ name: "work", status: "running" }] });
  expect(await skein.daemonPid()).toBe(daemon);
});

test("a daemon whose socket was deleted makes it again: commands work, and stop --agents ends everything", async () => {
  const { skein, daemon } = await atWork();
  deleteSocket(skein);
  expect(await skein.json(["ls"])).toMatchObject({ sessions: [{ name: "work", status: "running" }] });
  expect(await skein.daemonPid()).toBe(daemon);
  deleteSocket(skein);
  expect((await skein.run(["daemon", "stop", "--agents"])).out).toContain("stopped, with 1 agent\n");
  expect(processesOf(skein)).toEqual([]);
});
