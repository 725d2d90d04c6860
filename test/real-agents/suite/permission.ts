// Questions of the agent: asked, answered and applied, by whichever daemon is there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../kit/until.ts";
import type { RealAgent } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { OpenScene } from "../shared-scene.ts";

export function testPermission(agent: RealAgent, scene: OpenScene): void {
  if (agent.asks) testQuestions(agent, scene);
  else
    test("what it may not do without asking it does not do, and no question is asked", async () => {
      const { stage, talk } = await scene("default");
      const id = await talk.send("permission-1 [[run: echo ran >> permitted]] [[text: So be it.]]");
      expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
      expect(existsSync(join(stage.cwd, "permitted"))).toBe(false);
      expect(await talk.all("permission")).toEqual([]);
      // Some do not even offer their model the tool.
      const isTried = (await talk.all("tool_call")).length > 0;
      expect((await talk.all("tool_call_update")).some(({ status }) => status === "failed")).toBe(isTried);
    });
}

function testQuestions(agent: RealAgent, scene: OpenScene): void {
  const asked = (data: Record<string, unknown>) => data.state === "asked";

  test(`[M-27] a question is asked, the daemon is killed, the next one answers, and the tool runs once; a no keeps the next from running${agent.takesReasons ? ", and its reason reaches the model" : ""}; the session goes on`, async () => {
    const { stage, talk } = await scene("default");
    const id = await talk.send("permission-1 [[run: echo ran >> permitted]] [[text: Done.]]");
    const question = await talk.event("permission", asked);
    expect(question.data.detail).toContain("echo ran >> permitted");
    await stage.daemon.kill();
    expect(existsSync(join(stage.cwd, "permitted"))).toBe(false);
    await talk.answer(question, "allow_once");
    await stage.daemon.kill();
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    const permitted = join(stage.cwd, "permitted");
    // An agent may leave a command that is slow to start to itself, and end its turn.
    const told = JSON.stringify(await talk.all("tool_call_update"));
    await until(`what the tool writes, of which was told: ${told}`, () => existsSync(permitted));
    expect(readFileSync(permitted, "utf8")).toBe("ran\n");
    expect((await talk.all("permission")).map(({ state }) => state)).toEqual(["asked", "answered", "applied"]);
    expect(await talk.said(id)).toContain("Done.");
    saw(agent, "approve");
    expect(stage.model.turns("permission-1")).toHaveLength(1);
    expect(await talk.all("agent_start")).toHaveLength(1);

    const denied = await talk.send("permission-2 [[run: echo ran >> denied]] [[text: So be it.]]");
    const isNext = (data: Record<string, unknown>) => asked(data) && data.id !== question.data.id;
    await talk.answer(await talk.event("permission", isNext), "reject_once", "not on a Sunday");
    await talk.end(denied);
    expect(existsSync(join(stage.cwd, "denied"))).toBe(false);
    const heard = stage.model.exchanges.flatMap(({ entries }) => entries);
    if (agent.takesReasons)
      expect(heard).toContainEqual(expect.objectContaining({ text: expect.stringContaining("not on a Sunday") }));
    else expect(await talk.all("notice")).toContainEqual(expect.objectContaining({ kind: "answer_message" }));
    expect(await talk.hear("permission-3 [[text: Still here.]]")).toBe("Still here.");
  });
}
