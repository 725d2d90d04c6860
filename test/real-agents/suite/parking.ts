// A process that rests is ended; nothing of it stays, and the conversation goes on in another one.
import { expect, test } from "vitest";
import { processesOf } from "../../../src/system/processes.ts";
import type { RealAgent } from "../kit.ts";
import type { Scene } from "../shared-scene.ts";

export function testParking(agent: RealAgent, scene: () => Promise<Scene>): void {
  if (agent.transport === "oneshot") return;
  test("[R-19] an agent that rests is parked with all that belongs to it, and the next prompt goes on with the conversation", async () => {
    const { stage, talk } = await scene();
    await talk.ask("parking-1 [[note: aster]] [[run: echo done]] [[text: Noted.]]");
    const run = await talk.run();
    await stage.configure("[limits]\npark_minutes = 0.02\n");
    await talk.event("agent_parked");
    const exit = await talk.event("agent_exit");
    expect(exit.data).toMatchObject({ run, outcome: "rested" });
    expect(await processesOf(run)).toEqual([]);
    expect((await stage.daemon.client.session(talk.id)).session.status).toMatch(/^(idle|waiting)$/);
    await stage.configure("");
    expect(await talk.hear("parking-2 [[recall]]")).toContain("aster");
    expect((await talk.all("agent_start")).at(-1)).toMatchObject({ resume: expect.any(String) });
  });
}
