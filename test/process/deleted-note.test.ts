// An agent that deletes its keeper's note is one agent all the same: another daemon takes it up, or says that it does not know.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killProcessesIn } from "../kit/processes-in.ts";
import { lastingProcessesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

interface Line {
  type: string;
  data: Record<string, unknown>;
}

const eventsOf = async (skein: SkeinHome, type: string): Promise<Line["data"][]> =>
  (await skein.run(["export", "work"])).out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
    .flatMap((event) => (event.type === type ? [event.data] : []));

/** In mid-turn, without its note, and without a daemon. */
async function withoutNote(): Promise<SkeinHome> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  const script = `echo one >>starts; rm ${join(skein.home, "runs")}/$SKEIN_RUN/keeper`;
  await skein.json(["send", "work", `[[run: ${script}]] [[say: Begun.]] [[hang]]`]);
  await until("the agent to be in its turn", async () => (await eventsOf(skein, "agent_message")).length > 0);
  await skein.killDaemon();
  return skein;
}

const starts = (skein: SkeinHome): string => readFileSync(join(skein.workspace, "starts"), "utf8");

test("it goes on with the next daemon, and ends on a word", async () => {
  const skein = await withoutNote();
  const agents = lastingProcessesOf(skein);
  await skein.json(["daemon", "start"]);
  expect(lastingProcessesOf(skein)).toEqual(expect.arrayContaining(agents));
  expect(await eventsOf(skein, "agent_start")).toHaveLength(1);
  expect(await eventsOf(skein, "agent_exit")).toEqual([]);
  expect(await skein.run(["kill", "work"])).toMatchObject({ code: 0, err: "" });
  expect(await eventsOf(skein, "agent_exit")).toMatchObject([{ outcome: "stopped" }]);
  expect(starts(skein)).toBe("one\n");
});

test("when it died without a daemon, it is not started again, and the session says that nobody knows", async () => {
  const skein = await withoutNote();
  await killProcessesIn(skein.root);
  await skein.json(["daemon", "start"]);
  await until("its end", async () => (await eventsOf(skein, "agent_exit")).length > 0);
  expect(await eventsOf(skein, "agent_exit")).toMatchObject([{ outcome: "lost", turn: "t1" }]);
  expect(await eventsOf(skein, "error")).toMatchObject([{ code: "run_in_doubt" }]);
  expect(await eventsOf(skein, "agent_start")).toHaveLength(1);
  expect(starts(skein)).toBe("one\n");
});
