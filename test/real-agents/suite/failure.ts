// A model that refuses, one that says nothing, and an agent that can't begin: one clear sentence each, and the way out.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../kit/until.ts";
import { type RealAgent, Stage } from "../kit.ts";
import type { Scene } from "../shared-scene.ts";

const refusals = ["400", "401", "429", "500", "overloaded"];

export function testFailure(agent: RealAgent, scene: () => Promise<Scene>): void {
  test("[C-12] a model that refuses is one error and a failed turn, and the session goes on", async () => {
    const { talk } = await scene();
    for (const [index, status] of refusals.entries()) {
      const end = await talk.ask(`refusal-${index} [[error: ${status} | after 0]]`);
      const errors = await talk.all("error");
      expect(errors, status).toHaveLength(index + 1);
      const { message } = errors[index]!;
      expect(message, status).toMatch(status === "overloaded" ? /overloaded|529|503/i : new RegExp(status));
      expect(end.data, status).toMatchObject({ reason: "failed", error: message });
    }
    expect(await talk.hear("refusal-9 [[text: Still here.]]")).toBe("Still here.");
    expect(await talk.all("turn_end")).toHaveLength(refusals.length + 1);
  });

  test("a model that never answers is noticed: the turn is interrupted with a sentence, and the next prompt works", async () => {
    const { stage, talk } = await scene();
    // How long its program takes to start is not what is tried; a process per prompt starts in the turn.
    await talk.ask("silence-1 [[text: Ready.]]");
    await stage.configure(`[limits]\nsilence_minutes = ${agent.transport === "stream" ? 0.05 : 0.5}\n`);
    const end = await talk.ask("silence-2 [[hang]]");
    expect(end.data).toMatchObject({ reason: "interrupted" });
    expect(await talk.all("error")).toEqual([
      expect.objectContaining({ code: "silent", hint: expect.stringMatching(/./) }),
    ]);
    await stage.configure("");
    expect(await talk.hear("silence-3 [[text: Still here.]]")).toBe("Still here.");
  });

  test("a program that is not there is said in one sentence, with the command that installs it; the prompt waits", async () => {
    const stage = await Stage.set(agent);
    stage.env.PATH = dirname(process.execPath);
    const talk = await stage.open();
    await talk.send("p-1 hello");
    const { data } = await talk.event("error");
    expect(data).toMatchObject({
      code: "start_failed",
      message: expect.stringMatching(/is not installed/),
      hint: agent.install,
    });
    expect(await talk.all("user_prompt")).toEqual([]);
    expect(await talk.all("agent_start")).toEqual([]);
  });

  test("an agent that is not logged in is said in one sentence, with the command that logs in", async () => {
    const { variables, files = [], hint } = agent.login;
    const stage = await Stage.set(agent, { env: Object.fromEntries(variables.map((name) => [name, undefined])) });
    for (const file of files) rmSync(join(stage.home, file));
    const talk = await stage.open();
    await talk.send("p-1 hello");
    const { data } = await talk.event("error");
    expect(data).toMatchObject({
      code: "not_logged_in",
      message: expect.stringMatching(/\S/),
      hint: expect.stringMatching(hint),
    });
    await until("everything to rest", async () => {
      const [starts, exits, ends] = await Promise.all([
        talk.all("agent_start"),
        talk.all("agent_exit"),
        talk.all("turn_end"),
      ]);
      return ends.length > 0 || exits.length === starts.length;
    });
    expect(await talk.all("error")).toHaveLength(1);
  });
}
