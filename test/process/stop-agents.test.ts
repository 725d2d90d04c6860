// `skein daemon stop --agents` where no daemon runs: agents outlive a daemon that was killed, and still end on a word.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lastingProcessesOf, processesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";
import { until } from "../kit/until.ts";

/** A session in mid-turn, its agent with a tree of processes, and its daemon killed. */
async function orphanedAgent(): Promise<SkeinHome> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[tree]] [[say: Begun.]] [[hang]]"]);
  await until("the agent to be in its turn", async () =>
    (await skein.run(["export", "work"])).out.includes('"type":"agent_message"'),
  );
  await skein.killDaemon();
  return skein;
}

test("[R-34] without a daemon, stop --agents ends every agent that it left, and the log says how", async () => {
  const skein = await orphanedAgent();
  const agents = lastingProcessesOf(skein);
  expect(agents.length).toBeGreaterThan(3);
  expect((await skein.run(["daemon", "stop"])).out).toBe(
    "not running; it left 1 agent; end with: skein daemon stop --agents\n",
  );
  expect(lastingProcessesOf(skein)).toEqual(agents);

  const { code, out } = await skein.run(["daemon", "stop", "--agents"]);
  expect({ code, out }).toEqual({ code: 0, out: "not running; ended 1 agent that it had left\n" });
  expect(processesOf(skein)).toEqual([]);
  expect(await skein.json(["daemon", "stop", "--agents"])).toEqual({
    ...{ v: 1, stopped: false, stoppedAgents: 0, keptAgents: 0 },
  });

  const events = (await skein.run(["export", "work"])).out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const exits = events.filter(({ type }) => type === "agent_exit").map(({ data }) => data);
  expect(exits).toMatchObject([{ outcome: "stopped", turn: "t1", text: "the agent was stopped" }]);
});

test("[R-34] an agent that has moved its run's directory away, and lost its keeper, is found and ended all the same", async () => {
  const skein = await orphanedAgent();
  const runs = join(skein.home, "runs");
  const [run = ""] = readdirSync(runs);
  const keeper = Number(readFileSync(join(runs, run, "keeper"), "utf8"));
  renameSync(join(runs, run), join(skein.root, "aside"));
  process.kill(keeper, "SIGKILL");
  await until("the keeper to be gone", () => !processesOf(skein).includes(`${keeper}`));
  expect((await skein.run(["daemon", "stop"])).out).toContain("it left 1 agent");
  expect((await skein.run(["daemon", "stop", "--agents"])).out).toBe("not running; ended 1 agent that it had left\n");
  expect(processesOf(skein)).toEqual([]);
});

test("agents of another home are nobody's here", async () => {
  await orphanedAgent();
  const skein = new SkeinHome();
  mkdirSync(join(skein.home, "runs"));
  expect((await skein.run(["daemon", "stop", "--agents"])).out).toBe("not running, and no agent is left\n");
});

test("where nothing lives no daemon is started for it", async () => {
  const skein = new SkeinHome();
  mkdirSync(join(skein.home, "runs", "of-another-life"), { recursive: true });
  writeFileSync(join(skein.home, "runs", "of-another-life", "keeper"), "1\n");
  expect((await skein.run(["daemon", "stop", "--agents"])).out).toBe("not running, and no agent is left\n");
  expect(existsSync(join(skein.home, "daemon.log"))).toBe(false);
});

test.skipIf(!hasTmux)("an open session at work does not bring back the daemon that uninstall has ended", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/›$/);
  tmux.type("[[say: Begun.]] [[hang]]", "Enter");
  // Not the prompt, which has the word, too: one that is still being sent may start the daemon again.
  await tmux.sees(/^Begun\.$/m);
  expect((await skein.run(["uninstall", "-y"])).out).toContain("nothing of Skein is running");
  await tmux.sees(/exit code \d+/);
  expect((await skein.run(["daemon", "stop"])).out).toBe("not running\n");
});

test("uninstall asks before it stops a turn, leaves nothing running, and names what is left without deleting it", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[tree]] [[say: Begun.]] [[hang]]"]);
  await until("the agent to be in its turn", async () =>
    (await skein.run(["export", "work"])).out.includes('"type":"agent_message"'),
  );
  await skein.json(["send", "work", "and then this"]);
  const refused = await skein.run(["uninstall"]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("stop 1 session at work and uninstall?") });
  expect(processesOf(skein)).not.toEqual([]);
  const { code, out } = await skein.run(["uninstall", "-y"]);
  expect(code).toBe(0);
  expect(out).toContain(
    "daemon stopped, and 1 agent ended\nwork: 1 queued prompt held; release with: skein queue work release\n  1  and then this\n",
  );
  expect(out).toContain("every session, settings, rules, and the environment of each session (keys, too)\n");
  expect(out).toMatch(/\n {2}rm -r .*\n {2}npm uninstall -g skein\n$/);
  expect(processesOf(skein)).toEqual([]);
  expect(existsSync(join(skein.home, "skein.db"))).toBe(true);
  const again = await skein.json<{ stopped: boolean; stoppedAgents: number; left: { path: string }[] }>(["uninstall"]);
  expect(again).toMatchObject({ v: 1, stopped: false, stoppedAgents: 0, service: null });
  expect(again.left.map(({ path }) => path)).toContain(skein.home);
  const { items, paused } = await skein.json<{ items: { text: string }[]; paused: boolean }>(["queue", "work"]);
  expect({ paused, waits: items.map(({ text }) => text) }).toEqual({ paused: true, waits: ["and then this"] });
});

test("[R-34] without a daemon, uninstall names the agents that live, and ends them only with a person's consent", async () => {
  const skein = await orphanedAgent();
  const agents = lastingProcessesOf(skein);
  const [run = ""] = readdirSync(join(skein.home, "runs"));
  const refused = await skein.run(["uninstall"]);
  expect(refused).toMatchObject({ code: 2, out: expect.stringContaining(run) });
  expect(refused.out).toContain("an agent is running in ~/work");
  expect(refused.err).toContain("needs confirmation: end 1 agent that runs without a daemon, and uninstall?");
  expect(lastingProcessesOf(skein)).toEqual(agents);
  expect(await skein.json(["uninstall", "--yes"])).toMatchObject({ stopped: false, stoppedAgents: 1 });
  expect(processesOf(skein)).toEqual([]);
});
