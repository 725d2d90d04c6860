// What can be done with a prompt, from core's own decisions.
import { describe, expect, test } from "vitest";
import { whyRefused } from "../../../src/client/why.ts";
import { type Agent, noLimits, type SessionState } from "../../../src/core/index.ts";
import { promptActionForKey, promptActions } from "../../../src/view/index.ts";
import { agentThat } from "../../kit/decide.ts";
import { created, ended, foldBodies, running } from "../../kit/events.ts";

function actions(
  state: SessionState | null,
  agent: Agent,
  { queueLimit = 10, ...more }: Partial<Parameters<typeof promptActions>[1]> & { queueLimit?: number } = {},
) {
  const conditions = { agent, limits: noLimits, queueLimit };
  const why: Parameters<typeof promptActions>[1]["why"] = (intent) =>
    state ? whyRefused(intent, { state, conditions, caller: undefined }) : null;
  return promptActions(state, { files: [], command: null, enterKey: "sends", why, ...more });
}

const named = (found: ReturnType<typeof actions>) =>
  Object.fromEntries(found.map(({ name, refusal }) => [name, refusal]));

describe("what can be done with a prompt", () => {
  test("while the agent is idle it is sent; while a turn runs it is queued, added to the turn, or sent in its place", () => {
    expect(named(actions(foldBodies(created), agentThat()))).toEqual({ Send: null });
    expect(named(actions(null, agentThat()))).toEqual({ Send: null });
    expect(named(actions(foldBodies(...running), agentThat()))).toEqual({
      Queue: null,
      Steer: null,
      "Stop and send": null,
    });
    expect(named(actions(foldBodies(...running, ended("t1")), agentThat()))).toEqual({ Send: null });
  });

  test("what is refused says why, as the daemon would", () => {
    const state = foldBodies(...running);
    expect(named(actions(state, agentThat({ steer: false }))).Steer).toContain("the agent can't be steered");
    expect(named(actions(state, agentThat(), { command: "/compact" })).Steer).toContain("command");
    expect(named(actions(state, agentThat(), { queueLimit: 0 }))).toMatchObject({
      Queue: expect.stringContaining("Nothing can be queued"),
      "Stop and send": null,
    });
    const files = [{ name: "a.zip", mediaType: "application/zip", hash: "", bytes: 1 }];
    expect(named(actions(foldBodies(created), agentThat({ files: ["image/"] }), { files })).Send).toContain("a.zip");
  });

  test("Enter sends or makes a new line; without a turn the other keys send, too", () => {
    const busy = actions(foldBodies(...running), agentThat());
    expect(
      ["Enter", "Alt+Enter", "Mod+Enter", "Shift+Enter", "A"].map((key) => promptActionForKey(busy, key)?.name),
    ).toEqual([...["Queue", "Steer", "Stop and send", undefined, undefined]]);
    const atRest = actions(foldBodies(created), agentThat());
    expect(["Enter", "Mod+Enter", "Alt+Enter"].map((key) => promptActionForKey(atRest, key)?.name)).toEqual([
      "Send",
      "Send",
      "Send",
    ]);
    const touch = actions(foldBodies(created), agentThat(), { enterKey: "newline" });
    expect(["Enter", "Mod+Enter"].map((key) => promptActionForKey(touch, key)?.name)).toEqual([undefined, "Send"]);
  });
});
