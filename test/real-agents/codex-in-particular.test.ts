// What Codex alone does: commands that would outlive an interrupt, changes to files that it asks about, questions while it plans.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processesOf } from "../../src/system/processes.ts";
import { findProgram } from "../kit/agents/cache.ts";
import { until } from "../kit/until.ts";
import { codex } from "./agents/codex.ts";
import { Stage } from "./kit.ts";

const asked = ({ state }: Record<string, unknown>) => state === "asked";

describe.skipIf(findProgram("codex") === null)("codex", () => {
  test("[R-33] an interrupt ends the commands of the turn, and the process goes on", async () => {
    const stage = await Stage.set(codex);
    const talk = await stage.open();
    await talk.ask("p-0 [[text: Ready.]]");
    const run = await talk.run();
    const resting = new Set((await processesOf(run)).map(({ pid }) => pid));
    const commands = async () => (await processesOf(run)).filter(({ pid }) => !resting.has(pid));
    const tree = "tail -f /dev/null & setsid tail -f /dev/null & touch started; tail -f /dev/null";
    const id = await talk.send(`p-1 [[run: ${tree}]]`);
    await until("the command to run", () => existsSync(join(stage.cwd, "started")), 60_000);
    await talk.event("tool_call");
    expect((await commands()).length).toBeGreaterThan(2);
    await talk.interrupt();
    expect((await talk.end(id)).data).toMatchObject({ reason: "interrupted" });
    await until("the commands to be gone", async () => (await commands()).length === 0);
    expect(await talk.hear("p-2 [[text: Still here.]]")).toBe("Still here.");
    expect(await talk.all("agent_start")).toHaveLength(1);
  });

  test("a command that its turn does not wait for is a background task; an abort of the next turn leaves it, one at rest ends it", async () => {
    const stage = await Stage.set(codex);
    const talk = await stage.open();
    const call = (cmd: string) => `[[call: exec_command | ${JSON.stringify({ cmd, yield_time_ms: 250 })}]]`;
    await talk.ask(`p-1 ${call("touch one; tail -f /dev/null")} [[text: Started.]]`);
    const { data: task } = await talk.event("task_start");
    expect(task).toMatchObject({ kind: "command", title: "touch one; tail -f /dev/null" });
    const statusOf = async () => (await stage.daemon.client.session(talk.id)).session.reason.code;
    expect(await statusOf()).toBe("background");
    const id = await talk.send(`p-2 ${call("touch two; tail -f /dev/null")} [[gate: g]] [[text: never]]`);
    await stage.model.reached("g");
    await talk.interrupt();
    expect((await talk.end(id)).data).toMatchObject({ reason: "interrupted" });
    expect(await statusOf()).toBe("background");
    stage.model.open("g");
    await talk.interrupt();
    expect((await talk.event("task_end")).data).toMatchObject({ taskId: task.taskId, outcome: "stopped" });
    expect(await talk.hear("p-3 [[text: Still here.]]")).toBe("Still here.");
    expect(await talk.all("agent_start")).toHaveLength(1);
  });

  test("[T-21] a change to a file is asked about with all of it, and is made or not as was said", async () => {
    const stage = await Stage.set(codex);
    const talk = await stage.open("default");
    const [made, kept] = [join(stage.cwd, "made.txt"), join(stage.cwd, "kept.txt")];
    const first = await talk.send(`p-1 [[write: ${made} | by the tool]] [[text: Done.]]`);
    const question = await talk.event("permission", asked);
    expect(question.data).toMatchObject({
      detail: `Write ${made}\n+by the tool`,
      request: { kind: "edit", paths: [made] },
    });
    await talk.answer(question, "allow_once");
    expect((await talk.end(first)).data).toMatchObject({ reason: "completed" });
    expect(readFileSync(made, "utf8")).toBe("by the tool\n");

    const second = await talk.send(`p-2 [[write: ${kept} | by the tool]] [[text: So be it.]]`);
    await talk.answer(
      await talk.event("permission", (data) => asked(data) && data.id !== question.data.id),
      "reject_once",
    );
    expect((await talk.end(second)).data).toMatchObject({ reason: "completed" });
    expect(existsSync(kept)).toBe(false);
  });

  test("[M-27] a yes for the session holds for the files that its label names, and for no others", async () => {
    const stage = await Stage.set(codex);
    const talk = await stage.open("default");
    const [named, other] = [join(stage.cwd, "named.txt"), join(stage.cwd, "other.txt")];
    const first = await talk.send(`p-1 [[write: ${named} | one]] [[text: Done.]]`);
    const question = await talk.event("permission", asked);
    expect(question.data).toMatchObject({
      options: [{}, { label: "Allow changes of `named.txt` for this session" }, {}, {}],
    });
    await talk.answer(question, "allow_always");
    await talk.end(first);
    await talk.ask(`p-2 [[write: ${named} | two]] [[text: Done.]]`);
    expect(readFileSync(named, "utf8")).toBe("two\n");
    const third = await talk.send(`p-3 [[write: ${other} | three]] [[text: So be it.]]`);
    const again = await talk.event("permission", (data) => asked(data) && data.id !== question.data.id);
    expect(again.data).toMatchObject({ request: { paths: [other] } });
    await talk.answer(again, "reject_once");
    await talk.end(third);
    expect(existsSync(other)).toBe(false);
  });

  test("a command that would leave the sandbox is asked about in mode code, and no rule answers", async () => {
    const stage = await Stage.set(codex);
    const rule = '[[allow]]\ncommand = "touch **"\n';
    writeFileSync(join(stage.daemon.paths.home, "policy.toml"), rule, { mode: 0o600 });
    const talk = await stage.open("default");
    await stage.daemon.client.setMode(talk.id, "code");
    const call = { cmd: "touch made", sandbox_permissions: "require_escalated", justification: "May I?" };
    const id = await talk.send(`p-1 [[call: exec_command | ${JSON.stringify(call)}]] [[text: So be it.]]`);
    const question = await talk.event("permission", asked);
    expect(question.data).toMatchObject({
      detail: "touch made",
      notes: ["outside of the agent's sandbox", "reason: May I?"],
      request: { command: "touch made", hasMore: true },
    });
    await talk.answer(question, "reject_once");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(existsSync(join(stage.cwd, "made"))).toBe(false);
  });

  test("[M-27] what the model wants to know while it plans is a form; the next daemon passes the answers on", async () => {
    const stage = await Stage.set(codex);
    const talk = await stage.open("default");
    await stage.daemon.client.setMode(talk.id, "plan");
    const options = [
      { label: "Red", description: "warm" },
      { label: "Blue", description: "cold" },
    ];
    const questions = [{ id: "colour", header: "Colour", question: "Which colour?", options }];
    const id = await talk.send(`p-1 [[call: request_user_input | ${JSON.stringify({ questions })}]] [[text: Thanks.]]`);
    const { data } = await talk.event("permission", asked);
    expect(data).toMatchObject({ title: "Which colour?", form: [{ id: "colour", kind: "choice", isOpen: true }] });
    await stage.daemon.kill();
    const content = { colour: "Green, if there is" };
    await stage.daemon.client.answer(talk.id, String(data.id), { option: "accept", content, message: "for a friend" });
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    const told = JSON.stringify(stage.model.exchanges.at(-1)!.entries);
    for (const words of ["Green, if there is", "for a friend"]) expect(told).toContain(words);
    expect(await talk.said(id)).toBe("Thanks.");
  });
});
