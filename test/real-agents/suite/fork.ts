// A fork: another session, whose agent knows the conversation up to a point. From there on, neither knows of the other.
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killTree } from "../../../src/system/processes/kill-tree.ts";
import { until } from "../../kit/until.ts";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { Scene } from "../shared-scene.ts";

const remembering = (...words: string[]): string => `I remember: ${words.join(", ")}.`;
const nativeIds = async (talk: Talk) => [...new Set((await talk.all("agent_bound")).map(({ nativeId }) => nativeId))];

export function testFork(agent: RealAgent, scene: () => Promise<Scene>): void {
  if (agent.forks === "none") testNoFork(scene);
  else testWholeFork(agent);
  if (agent.forks === "whole") testForkOfFork(agent);
  if (agent.forks === "turn") testForkAtTurn(agent);
}

function testNoFork(scene: () => Promise<Scene>): void {
  test("[A-25] a conversation that can't be branched off is refused, with the reason", async () => {
    const { stage, talk } = await scene();
    await talk.ask("fork-1 [[text: Noted.]]");
    await expect(stage.fork(talk)).rejects.toMatchObject({
      code: "capability_missing",
      message: expect.stringMatching(/can't fork/),
    });
    expect(await talk.hear("fork-2 [[text: Still here.]]")).toBe("Still here.");
  });
}

function testWholeFork(agent: RealAgent): void {
  test("[A-25] a fork knows the conversation, while its source goes on and when that is stopped; what is said in one stays there; its usage is its own", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]] [[usage: input 5000 | output 600]]");

    const fork = await stage.fork(talk);
    const heard = await fork.hear("p-2 [[note: rose]] [[recall]] [[usage: input 300 | output 40]]");
    expect(heard).toBe(remembering("tulip", "rose"));
    expect(await talk.hear("p-3 [[note: lily]] [[recall]]")).toBe(remembering("tulip", "lily"));
    expect(await fork.hear("p-4 [[recall]] [[usage: input 310 | output 41]]")).toBe(remembering("tulip", "rose"));
    if (agent.transport === "stream") expect(await talk.all("agent_start")).toHaveLength(1);

    await talk.stop();
    const ofStopped = await stage.fork(talk);
    const heardLater = await ofStopped.hear("p-5 [[note: iris]] [[recall]] [[usage: input 320 | output 42]]");
    expect(heardLater).toBe(remembering("tulip", "lily", "iris"));
    expect(await talk.hear("p-6 [[recall]]")).toBe(remembering("tulip", "lily"));
    if (agent.transport === "stream") expect(await talk.all("agent_start")).toHaveLength(2);

    for (const marker of ["p-1", "p-2", "p-3", "p-4", "p-5", "p-6"])
      expect(stage.model.turns(marker), marker).toHaveLength(1);
    const ids = await Promise.all([talk, fork, ofStopped].map(nativeIds));
    expect(ids).toEqual(Array(3).fill([expect.any(String)]));
    expect(new Set(ids.flat()).size).toBe(3);
    expect(await fork.all("usage")).toEqual([
      expect.objectContaining({ inputTokens: 300, outputTokens: 40 }),
      expect.objectContaining({ inputTokens: 310, outputTokens: 41 }),
    ]);
    expect(await ofStopped.all("usage")).toEqual([expect.objectContaining({ inputTokens: 320, outputTokens: 42 })]);
    const { session } = await stage.daemon.client.session(fork.id);
    expect(session.usage).toMatchObject({ inputTokens: 610, outputTokens: 81 });
    saw(agent, "fork", "whole");
  });

  test("[A-25] a fork goes on in its own conversation after kill -9 of the daemon and of its agent", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    const fork = await stage.fork(talk);
    await stage.daemon.kill();
    await fork.ask("p-2 [[note: rose]] [[text: Noted.]]");

    const run = await fork.run();
    await stage.daemon.kill();
    await killTree({ marker: run });
    expect(await fork.hear("p-3 [[recall]]")).toBe(remembering("tulip", "rose"));
    expect(await talk.hear("p-4 [[recall]]")).toBe(remembering("tulip"));

    const [own] = await nativeIds(fork);
    expect((await fork.all("agent_start")).map(({ resume }) => resume)).toEqual([null, own]);
    expect(await nativeIds(fork)).toHaveLength(1);
  });

  test("[A-25] a fork of a conversation whose files are gone fails, and nothing blank starts in its place", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    await talk.stop();
    const fork = await stage.fork(talk);
    const conversations = join(stage.home, agent.conversations);
    renameSync(conversations, `${conversations}.away`);

    await fork.send("p-2 [[recall]]");
    const { data } = await fork.event("resume_failed");
    expect(data).toMatchObject({
      message: expect.stringMatching(/\S/),
      hint: expect.stringContaining("skein new"),
    });
    await until(
      "the agent's end",
      async () => (await fork.all("agent_exit")).length === (await fork.all("agent_start")).length,
    );
    expect(stage.model.turns("p-2")).toEqual([]);
    expect(await fork.all("agent_bound")).toEqual([]);

    rmSync(conversations, { recursive: true, force: true });
    renameSync(`${conversations}.away`, conversations);
    expect(await fork.hear("p-3 [[recall]]")).toBe(remembering("tulip"));
  });
}

function testForkOfFork(agent: RealAgent): void {
  test("[A-25] a fork of a fork knows both", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    const fork = await stage.fork(talk);
    await fork.ask("p-2 [[note: rose]] [[text: Noted.]]");
    const second = await stage.fork(fork);
    expect(await second.hear("p-3 [[recall]]")).toBe(remembering("tulip", "rose"));
    expect(await talk.hear("p-4 [[recall]]")).toBe(remembering("tulip"));
    const ids = await Promise.all([talk, fork, second].map(nativeIds));
    expect(new Set(ids.flat()).size).toBe(3);
  });
}

function testForkAtTurn(agent: RealAgent): void {
  // Nine agents are started in it, and some take their time.
  test("[A-25] a fork at an earlier turn knows nothing of later ones, whether its source works or rests; a turn that is not there, or not over, is no place for one; a fork of a fork knows both", {
    timeout: 300_000,
  }, async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    await talk.ask("p-2 [[note: rose]] [[run: echo ran >> trace]] [[text: Noted.]]");
    const third = await talk.send("p-3 [[note: lily]] [[text: Noted.]] [[gate: g]]");
    await stage.model.reached("g");
    for (const turn of ["t3", "t9"])
      await expect(stage.fork(talk, { turn }), turn).rejects.toMatchObject({ message: expect.stringContaining(turn) });

    const first = await stage.fork(talk, { turn: "t1" });
    expect(await first.hear("p-4 [[recall]]")).toBe(remembering("tulip"));
    const newest = await stage.fork(talk);
    expect(await newest.hear("p-5 [[recall]]")).toBe(remembering("tulip", "rose"));

    stage.model.open("g");
    expect((await talk.end(third)).data).toMatchObject({ reason: "completed" });
    // What its source says between the making of a fork and its first prompt is not the fork's.
    const late = await stage.fork(talk);
    expect(await talk.hear("p-6 [[note: aster]] [[recall]]")).toBe(remembering("tulip", "rose", "lily", "aster"));
    expect(await late.hear("p-10 [[recall]]")).toBe(remembering("tulip", "rose", "lily"));
    const second = await stage.fork(talk, { turn: "t2" });
    expect(await second.hear("p-7 [[note: iris]] [[recall]]")).toBe(remembering("tulip", "rose", "iris"));

    // A turn that a fork has from its source is one of its own.
    const older = await stage.fork(second, { turn: "t1" });
    expect(await older.hear("p-8 [[recall]]")).toBe(remembering("tulip"));
    const own = await stage.fork(second, { turn: "t3" });
    expect(await own.hear("p-9 [[recall]]")).toBe(remembering("tulip", "rose", "iris"));
    const ofFork = await stage.fork(second);
    expect(await ofFork.hear("p-11 [[recall]]")).toBe(remembering("tulip", "rose", "iris"));
    const ids = await Promise.all([talk, second, ofFork].map(nativeIds));
    expect(new Set(ids.flat()).size).toBe(3);
    for (const marker of ["p-1", "p-2", "p-3", "p-4", "p-5", "p-6", "p-7", "p-8", "p-9", "p-10", "p-11"])
      expect(stage.model.turns(marker), marker).toHaveLength(1);
    saw(agent, "fork", "turn");
  });
}
