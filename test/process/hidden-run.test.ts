// An agent that hides the directory of its run ends on a word all the same, and the log says so only when it has.
import { existsSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

async function working(
  promptIn: (runs: string) => string,
): Promise<{ skein: SkeinHome; run: string; agents: () => Promise<string[]> }> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", `${promptIn(join(skein.home, "runs"))} [[say: Begun.]] [[hang]]`]);
  const started = await until("the agent to be in its turn", async () => {
    const events = await eventsOf(skein);
    return events.some(({ type }) => type === "agent_message") && events.find(({ type }) => type === "agent_start");
  });
  const agents = async (): Promise<string[]> => {
    const daemon = await skein.daemonPid();
    return processesOf(skein).filter((pid) => pid !== `${daemon}`);
  };
  expect(await agents()).not.toEqual([]);
  return { skein, run: String(started.data.run), agents };
}

interface Line {
  type: string;
  data: Record<string, unknown>;
}

const eventsOf = async (skein: SkeinHome): Promise<Line[]> =>
  (await skein.run(["export", "work"])).out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

const exitsOf = async (skein: SkeinHome): Promise<unknown[]> =>
  (await eventsOf(skein)).filter(({ type }) => type === "agent_exit").map(({ data }) => data);

/** Its daemon stops and comes back, and finds a file where the directory of the run was. */
async function hiddenMeanwhile() {
  const scene = await working(() => "");
  const { skein, run, agents } = scene;
  await skein.json(["daemon", "stop"]);
  renameSync(join(skein.home, "runs", run), join(skein.root, "aside"));
  writeFileSync(join(skein.home, "runs", run), "");
  await skein.json(["daemon", "start"]);
  expect(await agents()).not.toEqual([]);
  expect(await exitsOf(skein)).toEqual([]);
  return scene;
}

const stopped = { outcome: "stopped", turn: "t1", text: "the agent was stopped" };

test("an agent that puts a file in the place of its run's directory is ended by kill", async () => {
  const { skein, run, agents } = await working(
    (runs) => `[[run: cd ${runs} && mv "$SKEIN_RUN" ../../aside && touch "$SKEIN_RUN"]]`,
  );
  expect(statSync(join(skein.home, "runs", run)).isFile()).toBe(true);
  expect(await skein.run(["kill", "work"])).toMatchObject({ code: 0, err: "" });
  expect(await agents()).toEqual([]);
  expect(await exitsOf(skein)).toMatchObject([stopped]);
  await until("nothing to be left of the run", () => !existsSync(join(skein.home, "runs", run)));
});

test("an agent whose run can't be taken up again is ended by kill", async () => {
  const { skein, agents } = await hiddenMeanwhile();
  expect(await skein.run(["kill", "work"])).toMatchObject({ code: 0, err: "" });
  expect(await agents()).toEqual([]);
  expect(await exitsOf(skein)).toMatchObject([stopped]);
});

test("an agent whose run can't be taken up again is ended with the daemon, when that is asked for", async () => {
  const { skein, run } = await hiddenMeanwhile();
  expect(await skein.json(["daemon", "stop", "--agents"])).toMatchObject({ stoppedAgents: 1, keptAgents: 0 });
  await until("everything to be gone", () => processesOf(skein).length === 0);
  // This starts another daemon, which tidies up.
  expect(await exitsOf(skein)).toMatchObject([stopped]);
  await until("nothing to be left of the run", () => !existsSync(join(skein.home, "runs", run)));
});
