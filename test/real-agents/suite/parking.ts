// A process that rests is ended; nothing of it stays, and the conversation goes on in another one.
import { expect, test } from "vitest";
import { processesOf } from "../../../src/system/processes.ts";
import { type RealAgent, Stage } from "../kit.ts";

export function testParking(agent: RealAgent): void {
  if (agent.transport === "oneshot") return;
  test("[R-19] an agent that rests is parked with all that belongs to it, and the next prompt goes on with the conversation", async () => {
    const stage = await Stage.set(agent, { config: "[limits]\npark_minutes = 0.02\n" });
    const talk = await stage.open();
    await talk.ask("p-1 [[note: tulip]] [[run: echo done]] [[text: Noted.]]");
    const run = await talk.run();
    await talk.event("agent_parked");
    const exit = await talk.event("agent_exit");
    expect(exit.data).toMatchObject({ run, outcome: "rested" });
    expect(await processesOf(run)).toEqual([]);
    expect((await stage.daemon.client.session(talk.id)).session.status).toMatch(/^(idle|waiting)$/);
    expect(await talk.hear("p-2 [[recall]]")).toBe("I remember: tulip.");
    expect((await talk.all("agent_start")).at(-1)).toMatchObject({ resume: expect.any(String) });
  });
}
