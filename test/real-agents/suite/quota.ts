// A vendor that gives no more for now: the turn ends at a limit, the session waits, and a person may try again.
import { expect, test } from "vitest";
import { type RealAgent, Stage } from "../kit.ts";

const HOUR_S = 3600;

export function testQuota(agent: RealAgent): void {
  const { quota } = agent;
  if (!quota) return;
  test("[M-12] a quota that is used up is no failure: the session waits for it, and goes on when somebody sends", async () => {
    const stage = await Stage.set(agent);
    quota.logIn?.(stage.env, stage.model.key);
    const talk = await stage.open();
    const before = Date.now();
    const end = await talk.ask(`p-1 [[error: 429 | quota ${HOUR_S} | x1]] [[text: Now it works.]]`);
    const [reached] = await talk.all("quota_reached");
    expect(end.data).toMatchObject({ reason: "limit", error: reached?.text });
    expect(await talk.all("error")).toEqual([]);
    if (quota.tellsTime) expect(Date.parse(String(reached?.until))).toBeGreaterThanOrEqual(before + HOUR_S * 1000);
    else expect(reached?.until).toBeNull();
    const { session } = await stage.daemon.client.session(talk.id);
    expect(session).toMatchObject({ status: "waiting", reason: { code: "quota" } });
    expect(await talk.hear("p-2 [[text: Still here.]]")).toBe("Still here.");
  });
}
