// Words while the agent works: into the running turn where it takes them, else what the sender chose.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RealAgent, Stage } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

export function testSteer(agent: RealAgent): void {
  if (agent.transport === "oneshot" || !agent.steers) testNoSteer(agent);
  else testWords(agent);
}

function testNoSteer(agent: RealAgent): void {
  test("words can't go into a running turn: they are refused, or wait for its end", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    const id = await talk.send("p-1 [[text: One.]] [[gate: g]]");
    await stage.model.reached("g");
    await expect(talk.steer("p-2 [[text: Two.]]", "reject")).rejects.toMatchObject({ code: "not_steerable" });
    const waiting = await talk.steer("p-3 [[text: Three.]]", "queue");
    stage.model.open("g");
    await talk.end(id);
    await talk.end(waiting);
    expect(await talk.said(waiting)).toBe("Three.");
    expect(stage.model.turns("p-2")).toEqual([]);
  });
}

function testWords(agent: RealAgent): void {
  const steered = (promptId: string) => (data: Record<string, unknown>) => data.promptId === promptId && data.steered;

  test("words reach the model in the running turn, with the next tool's result", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open("default");
    const id = await talk.send("p-1 [[run: echo ran >> trace]] [[text: Done.]]");
    const question = await talk.event("permission", ({ state }) => state === "asked");
    const words = await talk.steer("p-2 and be quick", "reject");
    await talk.event("user_prompt", (data) => Boolean(steered(words)(data)));
    // Its answer goes the same way as the words, behind them: when the tool runs, the agent has them.
    await talk.answer(question, "allow_once");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed", turn: "t1" });
    expect(existsSync(join(stage.cwd, "trace"))).toBe(true);
    const requests = stage.model.exchanges.filter(({ isAside }) => !isAside);
    expect(requests.map(({ body }) => JSON.stringify(body).split("p-2 and be quick").length - 1)).toEqual([0, 1]);
    expect(requests[1]!.entries.map(({ kind }) => kind)).toContain("result");
    expect(await talk.all("turn_end")).toHaveLength(1);
    expect(await stage.daemon.client.promptOutcome(talk.id, words)).toMatchObject({ state: "done" });
    saw(agent, "steer");
  });

  test("words that come after the last tool are answered in the same turn, once, also by the next daemon", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    const id = await talk.send("p-1 [[text: Begin.]] [[gate: g]] [[text: End.]]");
    await stage.model.reached("g");
    const words = await talk.steer("p-2 [[text: Quickly.]]", "reject");
    await talk.event("user_prompt", (data) => Boolean(steered(words)(data)));
    await stage.daemon.kill();
    stage.model.open("g");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed", turn: "t1" });
    expect(await talk.said()).toMatch(agent.hearsAtOnce ? /^(Begin\.(End\.)?)?Quickly\.$/ : /^Begin\.End\.Quickly\.$/);
    expect(stage.model.turns("p-2")).toHaveLength(1);
    expect(await talk.hear("p-3 [[text: Still here.]]")).toBe("Still here.");
    expect((await talk.all("turn_end")).map(({ turn }) => turn)).toEqual(["t1", "t2"]);
  });

  test(`[C-17] [R-32] an interrupt ${agent.hearsAtOnce ? "stops what words have begun" : "drops words that were not heard: they never reach the model"}; one end`, async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    const id = await talk.send("p-1 [[text: Begin.]] [[gate: g]]");
    await stage.model.reached("g");
    const words = await talk.steer("p-2 [[text: Two.]] [[gate: h]] [[text: Never.]]", "reject");
    await talk.event("user_prompt", (data) => Boolean(steered(words)(data)));
    if (agent.hearsAtOnce) await stage.model.reached("h");
    await talk.interrupt();
    expect((await talk.end(id)).data).toMatchObject({ reason: "interrupted" });
    const doubts = (await talk.all("notice")).filter(({ kind }) => kind === "steered_words_in_doubt");
    expect(doubts).toHaveLength(agent.hearsAtOnce ? 0 : 1);
    expect(await talk.hear("p-3 [[text: Still here.]]")).toBe("Still here.");
    if (!agent.hearsAtOnce) expect(stage.model.turns("p-2")).toEqual([]);
    expect(await talk.said()).not.toContain("Never.");
    expect(await talk.all("turn_end")).toHaveLength(2);
  });
}
