// Every driver that tells a running process of another mode: what is refused is said, and not taken for set.
import { describe, expect, test } from "vitest";
import type { Driver, Reaction } from "../../src/agents/driver.ts";
import { gemini } from "../../src/agents/gemini/acp.ts";
import { createPiDriver } from "../../src/agents/pi/driver.ts";
import { Life as ClaudeLife, ready, stream } from "../agents/claude/life.ts";
import { AcpTalk } from "../kit/acp-talk.ts";
import { contextFor } from "./recording.ts";

interface Case {
  title: string;
  driver: Driver;
  /** The state of a process that is ready, in another mode. */
  state: unknown;
  refusal(id: unknown): object;
}

const claude = new ClaudeLife(stream, { mode: "code" });
claude.say(ready);
const acp = AcpTalk.ready(gemini, { modes: { currentModeId: "yolo" } });
const pi = createPiDriver({ transport: "stream", programs: "/programs" });

const cases: Case[] = [
  {
    title: "Claude Code",
    driver: stream,
    state: claude.state,
    refusal: (request_id) => ({
      type: "control_response",
      response: { subtype: "error", request_id, error: "Plan mode is disabled" },
    }),
  },
  {
    title: "ACP",
    driver: acp.driver,
    state: acp.state,
    refusal: (id) => ({ jsonrpc: "2.0", id, error: { code: -32603, message: "Plan mode is disabled" } }),
  },
  {
    title: "Pi",
    driver: pi,
    state: pi.open({ ...contextFor("r1"), mode: "auto" }, null).state,
    refusal: (id) => ({ type: "response", id, command: "prompt", success: false, error: "Plan mode is disabled" }),
  },
];

const wish = { mode: "plan", model: null };

function told({ driver }: Case, state: unknown): Reaction<unknown> & { id: unknown } {
  const reaction = driver.configure(state, wish)!;
  const { id, request_id } = JSON.parse(reaction.writes[0] ?? "{}") as { id?: unknown; request_id?: unknown };
  return { ...reaction, id: id ?? request_id };
}

describe.each(cases)("$title", (one) => {
  const { driver, refusal } = one;

  test("[C-16] a mode that is refused is an error of its own, and is said again with the next wish", () => {
    const asked = told(one, one.state);
    const refused = driver.read(asked.state, JSON.stringify(refusal(asked.id)));
    expect(refused.facts).toEqual([
      {
        type: "error",
        data: {
          code: "mode_refused",
          message: expect.stringContaining("Plan mode is disabled"),
          hint: expect.stringContaining("skein queue <session> release"),
        },
      },
    ]);
    expect(driver.isSettling(refused.state)).toBe(false);
    expect(told(one, refused.state).writes).toHaveLength(asked.writes.length);
  });

  test("[C-16] no prompt may follow a wish before its answer", () => {
    expect(driver.isSettling(one.state)).toBe(false);
    expect(driver.isSettling(told(one, one.state).state)).toBe(true);
  });
});
