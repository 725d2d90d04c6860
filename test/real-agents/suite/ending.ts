// Interrupting a turn, and ending the process with all that it has started.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../../../src/system/processes.ts";
import { isAlive } from "../../kit/run-bench.ts";
import { until } from "../../kit/until.ts";
import { type RealAgent, Stage } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

/** A child, a child in a session of its own, and one whose parent is gone. Claude Code refuses a plain sleep. */
const tree =
  "tail -f /dev/null & setsid tail -f /dev/null & (setsid tail -f /dev/null &) ; touch started; tail -f /dev/null";

export function testEnding(agent: RealAgent): void {
  test("[R-32] [C-12] [R-33] [R-34] an interrupt in mid-sentence ends the turn once, and the next prompt works; a stop while a tool runs leaves no process of the tree", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    const id = await talk.send("p-1 [[text: One two three.]] [[gate: g]] [[text: never]]");
    await stage.model.reached("g");
    if (!agent.tellsWhenSaid) await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    await talk.interrupt();
    expect((await talk.end(id)).data).toMatchObject({ reason: "interrupted" });
    stage.model.open("g");
    expect(await talk.hear("p-2 [[text: Next.]]")).toBe("Next.");
    expect(await talk.all("turn_end")).toHaveLength(2);
    expect(await talk.said()).not.toContain("never");
    saw(agent, "interrupt");
    expect(await talk.all("error")).toEqual([]);
    expect(await talk.all("agent_start")).toHaveLength(agent.transport === "stream" ? 1 : 2);

    const busy = await talk.send(`p-3 [[text: Here goes.]] [[run: ${tree}]]`);
    await until("the tool to run", () => existsSync(join(stage.cwd, "started")), 60_000);
    const run = await talk.run();
    const before = await processesOf(run);
    expect(before.length).toBeGreaterThan(5);
    await talk.stop();
    expect(await processesOf(run)).toEqual([]);
    for (const { pid } of before) expect(isAlive(pid), `process ${pid}`).toBe(false);
    expect((await talk.end(busy)).data).toMatchObject({ reason: "interrupted" });
    expect(await talk.hear("p-4 [[text: Back.]]")).toBe("Back.");
  });

  test("[R-35] [C-13] an agent that is killed in its turn ends it as failed, and the session goes on in the same conversation", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[text: Noted.]]");
    const id = await talk.send("p-2 [[text: One two three.]] [[gate: g]]");
    await stage.model.reached("g");
    if (!agent.tellsWhenSaid) await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    const run = await talk.run();
    process.kill(await stage.agentPid(run), "SIGKILL");
    expect((await talk.end(id)).data).toMatchObject({ reason: "failed", error: expect.stringContaining("SIGKILL") });
    expect(await talk.hear("p-3 [[recall]]")).toBe("I remember: tulip.");
  });
}
