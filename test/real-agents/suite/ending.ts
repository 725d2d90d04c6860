// Interrupting a turn, and ending the process with all that it has started.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../../../src/system/processes.ts";
import { isAlive } from "../../kit/run-bench.ts";
import { until } from "../../kit/until.ts";
import type { RealAgent } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { Scene } from "../shared-scene.ts";

/** A child, a child in a session of its own, and one whose parent is gone. Claude Code refuses a plain sleep. */
const tree =
  "tail -f /dev/null & setsid tail -f /dev/null & (setsid tail -f /dev/null &) ; touch started; tail -f /dev/null";

export function testEnding(agent: RealAgent, scene: () => Promise<Scene>): void {
  test("[R-32] [C-12] [R-33] [R-34] an interrupt in mid-sentence ends the turn once, and the next prompt works; a stop while a tool runs leaves no process of the tree", async () => {
    const { stage, talk } = await scene();
    const id = await talk.send("ending-1 [[text: One two three.]] [[gate: ending-1]] [[text: never]]");
    await stage.model.reached("ending-1");
    const spoken = await talk.run();
    if (!agent.tellsWhenSaid) await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    await talk.interrupt();
    expect((await talk.end(id)).data).toMatchObject({ reason: "interrupted" });
    stage.model.open("ending-1");
    expect(await talk.hear("ending-2 [[text: Next.]]")).toBe("Next.");
    expect(await talk.all("turn_end")).toHaveLength(2);
    expect(await talk.said()).not.toContain("never");
    saw(agent, "interrupt");
    expect(await talk.all("error")).toEqual([]);
    expect((await talk.run()) === spoken).toBe(agent.transport === "stream");

    const busy = await talk.send(`ending-3 [[text: Here goes.]] [[run: ${tree}]]`);
    await until("the tool to run", () => existsSync(join(stage.cwd, "started")), 60_000);
    const run = await talk.run();
    const before = await processesOf(run);
    expect(before.length).toBeGreaterThan(5);
    await talk.stop();
    expect(await processesOf(run)).toEqual([]);
    for (const { pid } of before) expect(isAlive(pid), `process ${pid}`).toBe(false);
    expect((await talk.end(busy)).data).toMatchObject({ reason: "interrupted" });
    expect(await talk.hear("ending-4 [[text: Back.]]")).toBe("Back.");
  });

  test("[R-35] [C-13] an agent that is killed in its turn ends it as failed, and the session goes on in the same conversation", async () => {
    const { stage, talk } = await scene();
    await talk.ask("ending-5 [[note: orchid]] [[text: Noted.]]");
    const id = await talk.send("ending-6 [[text: One two three.]] [[gate: ending-6]]");
    await stage.model.reached("ending-6");
    if (!agent.tellsWhenSaid) await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    const run = await talk.run();
    process.kill(await stage.agentPid(run), "SIGKILL");
    expect((await talk.end(id)).data).toMatchObject({ reason: "failed", error: expect.stringContaining("SIGKILL") });
    expect(await talk.hear("ending-7 [[recall]]")).toContain("orchid");
  });
}
