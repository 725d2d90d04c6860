// Work in the background with real processes: it outlives the turn and the daemon, and ends with the agent.
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

type Row = { status: string; reason: { code: string }; background?: { tasks: number } };

const rowOf = async (skein: SkeinHome): Promise<Row> => {
  const { sessions } = await skein.json<{ sessions: Row[] }>(["sessions"]);
  return sessions[0]!;
};

/** A session called api at rest, with a task for so long. */
async function resting(time: string): Promise<SkeinHome> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "api"]);
  await skein.json(["send", "api", `[[background: ${time} | watch]] [[say: Started.]]`, "--wait"]);
  return skein;
}

test("a task ends under the next daemon, and the session is finished then", async () => {
  const skein = await resting("2s");
  await skein.killDaemon();
  await until("the end of the task", async () => (await rowOf(skein)).reason.code === "finished");
  const { out } = await skein.run(["show", "api"]);
  expect(out).toContain("in the background: watch\n");
  expect(out).toContain("background task done · watch\n");
});

test("one that never ends: a prompt is taken beside it, an abort at rest ends it", async () => {
  const skein = await resting("never");
  const row = { status: "idle", reason: { code: "background" }, background: { tasks: 1 } };
  expect(await rowOf(skein)).toMatchObject(row);
  expect((await skein.run(["show", "api"])).out).toMatch(/background · idle, 1 task still runs \(for \S+\)/);
  expect(await skein.run(["send", "api", "[[say: Beside it.]]", "--wait"])).toMatchObject({ code: 0 });
  expect((await skein.run(["abort", "api"])).out).toBe("asked api to end 1 background task: watch\n");
  await until("the end of the task", async () => (await rowOf(skein)).background === undefined);
});

test("the end of all agents names what ends with them", async () => {
  const skein = await resting("never");
  const { out } = await skein.run(["daemon", "stop", "--agents"]);
  expect(out).toBe("stopped, with 1 agent\napi: 1 background task: watch stopped\n");
  expect((await skein.run(["show", "api"])).out).toContain("background task stopped · watch\n");
});
