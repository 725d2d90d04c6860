// Work in the background, as people see it: in lists, above the transcript and in it, and when they end it.
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { taskRow } from "../../src/cli/attach/rows-above.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { blockingQuestion } from "../../src/core/index.ts";
import { atSecond, body, ended, foldBodies, running } from "../kit/events.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { until } from "../kit/until.ts";
import { asks, type CliDaemon, cliDaemon, done } from "./cli-daemon.ts";

const names = "2 background tasks: look around, npm run watch";
const tasks = [
  { kind: "subagent", title: "look around" },
  { kind: "command", title: "npm run watch" },
];

/** A session called kq whose turn runs, with a subagent and a command beside it. */
async function working(): Promise<{ cli: CliDaemon; session: string; agent: ScriptedRun }> {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "kq");
  agent.say(
    ...tasks.map(({ kind, title }, n) => ({
      type: "task_start" as const,
      data: { taskId: `k${n + 1}`, kind: kind as "subagent" | "command", title },
    })),
  );
  await cli.daemon.event(session, ({ type, data }) => type === "task_start" && data.taskId === "k2");
  return { cli, session, agent };
}

/** The same, when its turn has ended. */
async function resting(): Promise<Awaited<ReturnType<typeof working>>> {
  const found = await working();
  found.agent.say(done);
  await found.cli.daemon.ofType(found.session, "turn_end");
  return found;
}

describe("shown", () => {
  test("in lists by a word of its own, in the wide form with how many and since when", async () => {
    const { cli } = await resting();
    expect((await cli.run(["sessions"])).out).toMatch(/kq +● background /);
    expect((await cli.run(["sessions", "--wide"])).out).toMatch(/TASKS[\s\S]* 2, \S+ /);
    const [row] = JSON.parse((await cli.run(["sessions", "--json"])).out).sessions;
    expect(row).toMatchObject({
      ...{ status: "idle", reason: { code: "background", text: "idle, 2 tasks still run" } },
      background: { tasks: 2, since: expect.any(String) },
    });
    expect((await cli.run(["sessions", "--status", "background", "--json"])).out).toContain('"kq"');
  });

  test("above the transcript, and each start and end as one line in it", async () => {
    const { cli, session, agent } = await resting();
    agent.say({ type: "task_end", taskId: "k1", outcome: "completed", summary: "Two\nfiles." });
    await cli.daemon.ofType(session, "task_end");
    const { out } = await cli.run(["show", "kq"]);
    expect(out).toMatch(/● background · idle, 1 task still runs \(for \S+\)/);
    for (const line of [
      "● in the background: look around",
      "● in the background: npm run watch",
      "✓ background task done · look around · Two files.",
    ])
      expect(out.split("\n")).toContain(line);
    const { out: markdown } = await cli.run(["export", "kq", "--md"]);
    expect(markdown).toContain("> **in the background:** npm run watch\n");
    expect(markdown).toContain("> **background task completed**: look around: Two files.\n");
  });

  test("above the line that is being typed", () => {
    const starts = (taskId: string, title: string) => body("task_start", { taskId, kind: "other", title });
    const state = foldBodies(...running, starts("k1", "look\x1b[2J"), starts("k2", "watch"), ended("t1"));
    const nowMs = Date.parse(atSecond(running.length + 1 + 240));
    const options = { style: styleFor({}, false), columns: 80, measure: stringWidth, nowMs, ref: "kq", isAsked: false };
    expect(taskRow(state, options)).toEqual(["● 2 tasks in the background, the first for 4m: look, watch"]);
    expect(stringWidth(taskRow(state, { ...options, columns: 20 })[0]!)).toBeLessThan(20);
    expect(taskRow(foldBodies(...running), options)).toEqual([]);
  });
});

test("what a task asks keeps no prompt waiting, and is shown to whoever answers", async () => {
  const { cli, session, agent } = await resting();
  const question = asks("q1", "ls");
  if (question.type === "permission") agent.say({ ...question, data: { ...question.data, taskId: "k1" } as never });
  await cli.daemon.ofType(session, "permission");
  expect((await cli.run(["inbox", "--json"])).out).toContain('"q1"');
  const promptId = await cli.daemon.send(session, "two");
  await until("the prompt to arrive", () => agent.prompts.includes("two"));
  const { state } = await cli.daemon.client.session(session);
  expect(state.permission.open).toMatchObject([{ id: "q1", state: "asked" }]);
  expect(blockingQuestion(state, promptId)).toBeNull();
});

describe("ended", () => {
  test("by kill, which names it", async () => {
    const { cli } = await resting();
    expect(await cli.run(["kill", "kq"])).toMatchObject({
      out: `ended the process of kq; its history stays: skein show kq\nended with it: ${names}\n`,
    });
    expect((await cli.run(["show", "kq"])).out).toContain("■ background task stopped · look around\n");
  });

  test("by restart and archive, which name it, too; programs get the list", async () => {
    const { cli } = await resting();
    const { out } = await cli.run(["restart", "kq"]);
    expect(out).toBe(`ended the process of kq; the next prompt starts a new one\nends with it: ${names}\n`);
    const other = await resting();
    const archived = await other.cli.run(["archive", "kq"]);
    expect(archived.code).toBe(1);
    expect(archived.err).toContain("2 tasks still run");
    expect(JSON.parse((await other.cli.run(["archive", "kq", "--force", "--json"])).out)).toMatchObject({ tasks });
  });

  test("by a command for many only after the list has named it", async () => {
    const { cli } = await resting();
    const { err, out } = await cli.run(["kill", "--status", "background"]);
    expect(err + out).toContain(`kq: ${names}`);
  });

  test("not by an abort of the turn, which says what goes on, and by the next one, at rest", async () => {
    const { cli, session, agent } = await working();
    const aborting = cli.run(["abort", "kq"]);
    await until("the interrupt", () => agent.heard.some(({ said }) => said === "interrupt"));
    agent.say({ type: "turn_end", reason: "interrupted" });
    expect((await aborting).out).toBe(
      `stopped the turn of kq; ${names} continue; to end: skein abort kq again, or skein restart kq\n`,
    );
    expect((await cli.run(["abort", "kq"])).out).toBe(`asked kq to end ${names}\n`);
    await until("the wish", () => agent.heard.some(({ said }) => said === "stop_tasks"));
    expect(JSON.parse((await cli.run(["abort", "kq", "--json"])).out)).toMatchObject({
      ...{ session, ran: false, aborted: false, turn: null, endsTasks: true, tasks },
    });
  });

  test("not by an abort where the agent can't be asked, which says how else", async () => {
    const { cli } = await resting();
    const { registry } = cli.daemon;
    const [driver] = registry.list();
    const told = { ...driver!, capabilities: { ...driver!.capabilities, tasks: "told" as const } };
    cli.daemon.registry = { ...registry, get: () => told, list: () => [told] };
    await cli.daemon.restart();
    expect((await cli.run(["abort", "kq"])).out).toBe(
      `nothing to stop: no turn of kq is running; ${names} continue; to end: skein restart kq\n`,
    );
  });
});

test("wait waits for what works in the background, says so, and names it in JSON", async () => {
  const { cli, session, agent } = await resting();
  const waiting = cli.start(["wait", "kq"]);
  await until("what it waits for", () => waiting.err().includes("waiting: "));
  expect(waiting.err()).toBe(`waiting: ${names}\n`);
  const cut = await until("them in JSON", async () => {
    const { code, out } = await cli.run(["wait", "kq", "--json", "--timeout", "100ms"]);
    const found = { code, tasks: JSON.parse(out).tasks };
    return found.tasks?.length === 0 ? null : found;
  });
  expect(cut).toEqual({ code: 7, tasks });
  for (const taskId of ["k1", "k2"]) {
    agent.say({ type: "task_end", taskId, outcome: "completed" });
    await cli.daemon.event(session, ({ type, data }) => type === "task_end" && data.taskId === taskId);
  }
  expect(await waiting.result).toMatchObject({ code: 0 });
  expect(JSON.parse((await cli.run(["wait", "kq", "--json"])).out)).toMatchObject({ state: "done", tasks: [] });
});

test("wait ends with 8 when a background task asks something", async () => {
  const { cli, session, agent } = await resting();
  const waiting = cli.start(["wait", "kq"]);
  await until("what it waits for", () => waiting.err().includes("waiting: "));
  const question = asks("q1", "ls");
  if (question.type === "permission") agent.say({ ...question, data: { ...question.data, taskId: "k1" } as never });
  await cli.daemon.ofType(session, "permission");
  expect(await waiting.result).toMatchObject({ code: 8 });
});
