// One conversation over many processes and daemons; never another's, and never a blank one in its place.
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killTree } from "../../../src/system/processes/kill-tree.ts";
import { until } from "../../kit/until.ts";
import { type RealAgent, Stage } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

const remembered = "I remember: tulip.";

export function testContinuity(agent: RealAgent): void {
  const isStream = agent.transport === "stream";

  test("[R-19] [R-28] [C-01] [C-10] [A-18] a conversation goes on in the next prompt, after a stop, after kill -9 of the daemon, and after both", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    expect(await talk.hear("p-2 [[recall]]")).toBe(remembered);

    await talk.stop();
    expect(await talk.hear("p-3 [[recall]]")).toBe(remembered);

    await stage.daemon.kill();
    expect(await talk.hear("p-4 [[recall]]")).toBe(remembered);

    const run = await talk.run();
    await stage.daemon.kill();
    await killTree({ marker: run });
    expect(await talk.hear("p-5 [[recall]]")).toBe(remembered);

    for (const marker of ["p-1", "p-2", "p-3", "p-4", "p-5"]) expect(stage.model.turns(marker), marker).toHaveLength(1);
    saw(agent, "resume");
    const names = new Set((await talk.all("agent_bound")).map(({ nativeId }) => nativeId));
    expect(names.size).toBe(1);
    const starts = await talk.all("agent_start");
    expect(starts.map(({ resume }) => resume)).toEqual([null, ...starts.slice(1).map(() => [...names][0])]);
    if (isStream) expect(starts).toHaveLength(3);
  });

  test("[A-26] two sessions in one directory never cross", async () => {
    const stage = await Stage.set(agent);
    const [one, other] = [await stage.open(), await stage.open()];
    const first = one.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    if (agent.startsAlone) await first;
    await Promise.all([first, other.ask("p-2 [[note: rose]] [[text: Noted.]]")]);
    if (isStream) await Promise.all([one.stop(), other.stop()]);
    expect(await Promise.all([one.hear("p-3 [[recall]]"), other.hear("p-4 [[recall]]")])).toEqual([
      remembered,
      "I remember: rose.",
    ]);
    const idsOf = async (talk: typeof one) => (await talk.all("agent_bound")).map(({ nativeId }) => nativeId);
    expect(await idsOf(one)).not.toEqual(await idsOf(other));
  });

  test("[A-17] a conversation whose files are gone is a failed resume: nothing blank starts, its name is kept, and it goes on once they are back", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    if (isStream) await talk.stop();
    const conversations = join(stage.home, agent.conversations);
    renameSync(conversations, `${conversations}.away`);

    const lost = await talk.send("p-2 [[recall]]");
    const { data } = await talk.event("resume_failed");
    const [first] = await talk.all("agent_bound");
    expect(data).toMatchObject({
      nativeId: first?.nativeId,
      message: expect.stringMatching(/\S/),
      hint: expect.stringContaining("skein new"),
    });
    await until(
      "the agent's end",
      async () => (await talk.all("agent_exit")).length === (await talk.all("agent_start")).length,
    );
    expect(stage.model.turns("p-2")).toEqual([]);
    expect(await talk.runsBound()).toBe(1);
    // A process per prompt has taken it: its turn has failed, and says so.
    expect(await talk.all("turn_end")).toHaveLength(isStream ? 1 : 2);
    if (!isStream) expect((await talk.end(lost)).data).toMatchObject({ reason: "failed", error: data.message });

    rmSync(conversations, { recursive: true, force: true });
    renameSync(`${conversations}.away`, conversations);
    expect(await talk.hear("p-3 [[recall]]")).toBe(remembered);
    if (isStream) expect((await talk.end(lost)).data).toMatchObject({ reason: "completed" });
    expect(stage.model.turns("p-2")).toHaveLength(isStream ? 1 : 0);
  });
}
