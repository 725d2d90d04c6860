// What Claude Code does beside its turns: subagents run in the background by default, commands where the model says so.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processesOf } from "../../src/system/processes.ts";
import { findProgram } from "../kit/agents/cache.ts";
import type { AnyEvent } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";
import { claude } from "./agents/claude.ts";
import { Stage, type Talk } from "./kit.ts";

/** The subagent's prompt is not written out: the script for it would be taken for the main conversation's. */
const delegate = `[[call: Agent | ${JSON.stringify({
  ...{ description: "look around", prompt: "dig-1", subagent_type: "general-purpose" },
}).replace("dig", "\\u0064ig")}]]`;

/** A session at rest, whose subagent works on what `script` says. */
async function resting(script: string, mode: "auto" | "default" = "auto"): Promise<{ stage: Stage; talk: Talk }> {
  const stage = await Stage.set(claude);
  stage.model.script(script, "dig-1");
  const talk = await stage.open(mode);
  expect((await talk.ask(`p-1 ${delegate} [[text: Started.]]`)).data).toMatchObject({ reason: "completed" });
  return { stage, talk };
}

const statusOf = async ({ daemon }: Stage, { id }: Talk) => {
  const { status, reason } = (await daemon.client.session(id)).session;
  return `${status} ${reason.code}`;
};

const finishedIn = async ({ daemon }: Stage, { id }: Talk) =>
  (await daemon.client.attention()).items.filter(({ session, kind }) => session === id && kind === "finished");

/** A turn that the agent began by itself. */
const own = ({ type, data }: AnyEvent): boolean => type === "turn_end" && data.promptId === null;

describe.skipIf(findProgram("claude") === null)("claude in the background", () => {
  test("a subagent that ends after the turn: only then, and when the agent has spoken of it, the session is finished", async () => {
    const { stage, talk } = await resting("[[gate: g]] [[run: echo here > found.txt]] [[text: The report.]]");
    expect(await statusOf(stage, talk)).toBe("idle background");
    expect(await finishedIn(stage, talk)).toEqual([]);
    const { data: start } = await talk.event("task_start");
    expect(start).toMatchObject({ kind: "subagent", title: "look around", toolCallId: expect.any(String) });
    await stage.daemon.kill();
    stage.model.open("g");
    expect((await talk.event("task_end")).data).toMatchObject({
      ...{ taskId: start.taskId, outcome: "completed", summary: "The report.", wakes: true },
    });
    const end = await talk.eventThat(own);
    expect(end.data).toMatchObject({ reason: "completed" });
    expect(await statusOf(stage, talk)).toBe("waiting finished");
    expect(await finishedIn(stage, talk)).toMatchObject([{ seq: end.seq }]);
    // What the subagent did was no turn.
    expect(await talk.all("turn_start")).toHaveLength(2);
    const calls = await talk.all("tool_call");
    expect(calls.map(({ taskId }) => taskId)).toEqual([undefined, start.taskId]);
    expect(await talk.all("task_end")).toHaveLength(1);
  });

  test("a subagent that ends inside of the next turn: the prompt was taken while it worked", async () => {
    const { stage, talk } = await resting("[[gate: g]] [[text: The report.]]");
    const next = await talk.send("p-2 [[text: On it.]] [[gate: h]] [[text: Done.]]");
    await stage.model.reached("h");
    stage.model.open("g");
    const { data } = await talk.event("task_end");
    expect(data).toMatchObject({ outcome: "completed" });
    expect(data).not.toHaveProperty("wakes");
    stage.model.open("h");
    expect((await talk.end(next)).data).toMatchObject({ reason: "completed" });
    await talk.eventThat(own);
    expect(await talk.all("agent_start")).toHaveLength(1);
    expect(await statusOf(stage, talk)).toBe("waiting finished");
  });

  test("one that never ends: an abort of a turn leaves it, an abort at rest ends it", async () => {
    const { stage, talk } = await resting("[[gate: never]]");
    const next = await talk.send("p-2 [[text: On it.]] [[gate: h]] [[text: Done.]]");
    await stage.model.reached("h");
    await talk.interrupt();
    expect((await talk.end(next)).data).toMatchObject({ reason: "interrupted" });
    expect(await statusOf(stage, talk)).toBe("idle background");
    stage.model.open("h");
    await talk.interrupt();
    expect((await talk.event("task_end")).data).toMatchObject({ outcome: "stopped" });
    await talk.eventThat(own);
    expect(await talk.all("error")).toEqual([]);
  });

  test("one that never ends: the next daemon knows of it, and a kill ends it with all of its processes", async () => {
    const stage = await Stage.set(claude);
    const talk = await stage.open();
    const watch = { command: "touch started; tail -f /dev/null", description: "watch", run_in_background: true };
    await talk.ask(`p-1 [[call: Bash | ${JSON.stringify(watch)}]] [[text: Started.]]`);
    await until("the command to run", () => existsSync(join(stage.cwd, "started")), 60_000);
    await stage.daemon.kill();
    expect(await statusOf(stage, talk)).toBe("idle background");
    const { state } = await stage.daemon.client.session(talk.id);
    expect(state.task.running).toMatchObject([{ kind: "command", title: "watch" }]);
    const run = await talk.run();
    await talk.stop();
    expect((await talk.event("task_end")).data).toMatchObject({ outcome: "stopped" });
    expect(await processesOf(run)).toEqual([]);
    expect(await talk.hear("p-2 [[text: Back.]]")).toBe("Back.");
  });

  test("a subagent asks while no turn runs, and over the end of a turn; the answer reaches it", async () => {
    const { stage, talk } = await resting("[[gate: g]] [[run: touch made.txt]] [[text: The report.]]", "default");
    const next = await talk.send("p-2 [[gate: h]] [[text: Done.]]");
    await stage.model.reached("h");
    stage.model.open("g");
    const question = await talk.event("permission", ({ state }) => state === "asked");
    expect(question.data).toMatchObject({ detail: "touch made.txt", taskId: expect.any(String) });
    stage.model.open("h");
    expect((await talk.end(next)).data).toMatchObject({ reason: "completed" });
    expect(await statusOf(stage, talk)).toBe("waiting permission");
    await talk.answer(question, "allow_once");
    expect((await talk.event("task_end")).data).toMatchObject({ outcome: "completed" });
    expect(existsSync(join(stage.cwd, "made.txt"))).toBe(true);
    await talk.eventThat(own);
  });
});
