// A recording, played to a driver again, and what can be said of the facts that come of it.
import type { Driver, Fact } from "../../src/agents/index.ts";
import type { Recordings } from "./questions.ts";
import { contextFor, DriverInUse, type Moment, type Step } from "./recording.ts";

export interface Replay {
  facts: Fact[];
  writes: string[];
  moments: (Moment & { step: Step })[];
  use: DriverInUse;
}

export function replay(driver: Driver, steps: readonly Step[], run = "r1"): Replay {
  const use = new DriverInUse(driver, contextFor(run));
  const moments = steps.flatMap((step) => ("in" in step ? [] : [{ step, ...use.take(step) }]));
  return { facts: use.facts, writes: moments.flatMap(({ writes }) => writes), moments, use };
}

/** How many turns end that did not begin: with a prompt, or, as the session sees it, with work that nobody asked for. */
export function endsWithoutTurn(driver: Driver, steps: readonly Step[]): number {
  let open = 0;
  let stray = 0;
  for (const { step, facts } of replay(driver, steps).moments) {
    if ("do" in step && step.do === "deliver") open++;
    for (const fact of facts) {
      if (beginsTurn(fact)) open = Math.max(open, 1);
      if (isEnd(fact)) open > 0 ? open-- : stray++;
    }
  }
  return stray;
}

const beginsTurn = (fact: Fact): boolean =>
  fact.type === "turn_start" ||
  ["agent_message", "agent_thought", "plan"].includes(fact.type) ||
  (fact.type === "tool_call" && fact.data.taskId === undefined);

/** What was said although no turn was open. */
export function wordsWithoutTurn(moments: Replay["moments"]): Fact[] {
  let isOpen = false;
  return moments.flatMap(({ step, facts }) => {
    isOpen ||= "do" in step && step.do === "deliver";
    return facts.filter((fact) => {
      const isStray = isText(fact) && !isOpen;
      isOpen &&= !isEnd(fact);
      return isStray;
    });
  });
}

export function statesIn(driver: Driver, recordings: Recordings): unknown[] {
  const states = Object.values(recordings).flatMap((steps) => replay(driver, steps).moments.map(({ state }) => state));
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}

export const firstPrompt = (steps: readonly Step[]): number =>
  steps.findIndex((step) => "do" in step && step.do === "deliver");
export const isText = (fact: Fact): boolean => fact.type === "agent_message" && fact.data.text !== "";
const isEnd = (fact: Fact): boolean => fact.type === "turn_end";
export const endsIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "turn_end" ? [fact.reason] : []));
