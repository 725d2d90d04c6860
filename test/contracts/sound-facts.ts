// Facts that the session can make events of, and their ids.
import { expect } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { eventData } from "../../src/core/index.ts";

const MAX_RAW_BYTES = 2048;

export function expectSound({ state, facts }: { state: unknown; facts: Fact[] }): void {
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  for (const fact of facts) {
    expect(problemWith(fact)).toBeNull();
    const raw = fact.type === "notice" ? (fact.data.raw ?? "") : "";
    expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(MAX_RAW_BYTES);
  }
}

/** Checks a fact against the event that the session makes of it. */
function problemWith(fact: Fact): unknown {
  switch (fact.type) {
    case "bound":
      return eventData.agent_bound.safeParse({ run: "r1", ...fact }).error ?? null;
    case "commands":
      return eventData.commands_listed.safeParse({ run: "r1", ...fact }).error ?? null;
    case "resume_failed":
      return eventData.resume_failed.safeParse({ run: "r1", nativeId: "n1", ...fact }).error ?? null;
    case "usage":
      return eventData.usage.safeParse({ turn: "t1", ...fact }).error ?? null;
    case "turn_end":
      return eventData.turn_end.safeParse({ turn: "t1", promptId: "p1", ...fact }).error ?? null;
    case "task_end":
      return eventData.task_end.safeParse(fact).error ?? null;
    case "steer_taken":
      return eventData.steer_taken.safeParse({ turn: "t1", ...fact }).error ?? null;
    case "turn_start":
    case "stop_turn":
      return null;
    default:
      return eventData[fact.type].safeParse(fact.data).error ?? null;
  }
}

export function idsIn(facts: readonly Fact[]): Set<string> {
  const ids = facts.flatMap((fact) => {
    switch (fact.type) {
      case "agent_message":
      case "agent_thought":
        return [fact.data.messageId];
      case "tool_call":
      case "tool_call_update":
        return [fact.data.toolCallId];
      case "task_start":
        return [fact.data.taskId];
      case "permission":
        return [fact.data.id];
      default:
        return [];
    }
  });
  return new Set(ids);
}
