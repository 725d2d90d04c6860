// Words while the agent works: into the running turn where it takes them, else what the sender chose.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RealAgent } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { Scene } from "../shared-scene.ts";

export function testSteer(agent: RealAgent, scene: () => Promise<Scene>): void {
  if (agent.transport === "oneshot" || !agent.steers) testNoSteer(scene);
  else testWords(agent, scene);
}

function testNoSteer(scene: () => Promise<Scene>): void {
  test("text can't be added to a running turn: it is refused, or waits for the end", async () => {
    const { stage, talk } = await scene();
    const id = await talk.send("steer-1 [[text: One.]] [[gate: steer]]");
    await stage.model.reached("steer");
    await expect(talk.steer("steer-2 [[text: Two.]]", "reject")).rejects.toMatchObject({ code: "not_steerable" });
    const waiting = await talk.steer("steer-3 [[text: Three.]]", "queue");
    stage.model.open("steer");
    await talk.end(id);
    await talk.end(waiting);
    expect(await talk.said(waiting)).toBe("Three.");
    expect(stage.model.turns("steer-2")).toEqual([]);
  });
}

function testWords(agent: RealAgent, scene: () => Promise<Scene>): void {
  const steered = (promptId: string) => (data: Record<string, unknown>) => data.promptId === promptId && data.steered;

  test("words reach the model in the running turn, with the next tool's result", async () => {
    const { stage, talk, asked } = await scene();
    await stage.daemon.client.setMode(talk.id, "ask");
    const id = await talk.send("steer-1 [[run: echo ran >> steered]] [[text: Done.]]");
    const question = await talk.event("permission", ({ state }) => state === "asked");
    const words = await talk.steer("steer-2 and be quick", "reject");
    await talk.event("user_prompt", (data) => Boolean(steered(words)(data)));
    // Its answer goes the same way as the words, behind them: when the tool runs, the agent has them.
    await talk.answer(question, "allow_once");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(existsSync(join(stage.cwd, "steered"))).toBe(true);
    expect(asked().map(({ body }) => JSON.stringify(body).split("steer-2 and be quick").length - 1)).toEqual([0, 1]);
    expect(asked()[1]!.entries.map(({ kind }) => kind)).toContain("result");
    expect(await talk.all("turn_start")).toHaveLength(1);
    expect(await talk.all("turn_end")).toHaveLength(1);
    expect(await stage.daemon.client.promptOutcome(talk.id, words)).toMatchObject({ state: "done" });
    await stage.daemon.client.setMode(talk.id, "auto");
    saw(agent, "steer");
  });

  test("words that come after the last tool are answered in the same turn, once, also by the next daemon", async () => {
    const { stage, talk } = await scene();
    const id = await talk.send("steer-3 [[text: Begin.]] [[gate: steer]] [[text: End.]]");
    await stage.model.reached("steer");
    const words = await talk.steer("steer-4 [[text: Quickly.]]", "reject");
    await talk.event("user_prompt", (data) => Boolean(steered(words)(data)));
    await stage.daemon.kill();
    stage.model.open("steer");
    const { data: end } = await talk.end(id);
    expect(end).toMatchObject({ reason: "completed" });
    expect(await talk.said()).toMatch(agent.hearsAtOnce ? /^(Begin\.(End\.)?)?Quickly\.$/ : /^Begin\.End\.Quickly\.$/);
    expect(stage.model.turns("steer-4")).toHaveLength(1);
    expect(await talk.hear("steer-5 [[text: Still here.]]")).toBe("Still here.");
    expect((await talk.all("turn_start")).map(({ turn }) => turn)).toEqual([end.turn, expect.any(String)]);
    expect(await talk.all("turn_end")).toHaveLength(2);
  });

  test(`[C-17] [R-32] an interrupt ${agent.hearsAtOnce ? "stops what words have begun" : "drops words that were not heard: they never reach the model"}; one end`, async () => {
    const { stage, talk } = await scene();
    const id = await talk.send("steer-6 [[text: Begin.]] [[gate: steer-6]]");
    await stage.model.reached("steer-6");
    const words = await talk.steer("steer-7 [[text: Two.]] [[gate: steer-7]] [[text: Never.]]", "reject");
    await talk.event("user_prompt", (data) => Boolean(steered(words)(data)));
    if (agent.hearsAtOnce) await stage.model.reached("steer-7");
    await talk.interrupt();
    expect((await talk.end(id)).data).toMatchObject({ reason: "interrupted" });
    const doubts = (await talk.all("notice")).filter(({ kind }) => kind === "steered_words_in_doubt");
    expect(doubts).toHaveLength(agent.hearsAtOnce ? 0 : 1);
    expect(await talk.hear("steer-8 [[text: Still here.]]")).toBe("Still here.");
    if (!agent.hearsAtOnce) expect(stage.model.turns("steer-7")).toEqual([]);
    expect(await talk.said()).not.toContain("Never.");
    expect(await talk.all("turn_end")).toHaveLength(2);
  });
}
