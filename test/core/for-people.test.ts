// What is for people: by the command itself, and where a prompt would pass what a person holds.
import { describe, expect, test } from "vitest";
import type { Caller, Command, Decision } from "../../src/core/index.ts";
import { decide } from "../kit/decide.ts";
import { ada, asked, body, created, foldBodies, queued, running, sending } from "../kit/events.ts";

const blind = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false } as const;
const callers: [name: string, caller: Caller, code: string | null][] = [
  ["a person", { kind: "person" }, null],
  ["an agent", { kind: "agent" }, "self_approval"],
  ["who hides", { kind: "hidden" }, "self_approval"],
  ["who can't be told", blind, "confirmation_required"],
  ["who can't be told, with a wrong code", { ...blind, code: "wrong" }, "confirmation_required"],
  ["who can't be told, with the code", { ...blind, code: "right" }, null],
  ["who can't be told, where no agent lives", { ...blind, isAlone: true }, null],
];
const isPerson = (code: string | null): boolean => code === null;
const codeOf = (decision: Decision): string | null => ("rejection" in decision ? decision.rejection.code : null);

const here = foldBodies(...running, asked("q1"), queued("p2"));
const commands: Command[] = [
  { type: "answer", permission: "q1", option: "yes" },
  { type: "edit_prompt", promptId: "p2", text: "other" },
  { type: "withdraw_prompt", promptId: "p2" },
  { type: "queue", paused: true },
  { type: "set_mode", mode: "plan" },
  { type: "set_limits", budgetUsd: 5 },
  { type: "interrupt", clear: true },
  sending("p3", { command: true, text: "/compact" }),
];

describe.for(callers)("%s", ([, caller, code]) => {
  test.for(commands)("asks for what is for people: $type", (command) => {
    expect(codeOf(decide(here, command, ada, { caller }))).toBe(code);
  });

  test("may send a prompt, and stop a turn", () => {
    expect(codeOf(decide(here, sending("p3"), ada, { caller }))).toBeNull();
    expect(codeOf(decide(here, { type: "interrupt" }, ada, { caller }))).toBeNull();
  });

  test("puts a prompt before others only as a person", () => {
    expect(codeOf(decide(here, sending("p3", { before: null }), ada, { caller }))).toBe(code);
    expect(codeOf(decide(here, sending("p3", { when: "interrupt" }), ada, { caller }))).toBe(code);
    expect(codeOf(decide(foldBodies(...running), sending("p3", { when: "interrupt" }), ada, { caller }))).toBeNull();
  });

  test("passes a hold only as a person", () => {
    const held = foldBodies(created, queued("p1"), body("queue_paused", { paused: true }));
    const decision = decide(held, sending("p2"), ada, { caller });
    const holdsOthers = "events" in decision && decision.events.some(({ type }) => type === "prompt_edited");
    const keepsHold = "events" in decision && decision.events.some(({ type }) => type === "queue_paused");
    expect([holdsOthers, keepsHold]).toEqual([isPerson(code), !isPerson(code)]);
  });

  test("passes the hold of an empty queue as a person, or where nobody can be told", () => {
    const held = foldBodies(created, body("queue_paused", { paused: true }));
    const decision = decide(held, sending("p2"), ada, { caller });
    const keepsHold = "events" in decision && decision.events.some(({ type }) => type === "queue_paused");
    expect(keepsHold).toBe(caller.kind === "agent" || caller.kind === "hidden");
    const first = decide(held, sending("p2", { before: null }), ada, { caller });
    expect(codeOf(first)).toBe(caller.kind === "unknown" ? null : code);
  });
});

test("a refusal says what an agent can't do, and why a caller counts as none", () => {
  const refused = (caller: Caller) => decide(here, { type: "queue", paused: true }, ada, { caller });
  const detail = (caller: Caller): string => {
    const decision = refused(caller);
    return "rejection" in decision ? decision.rejection.detail : "";
  };
  expect(detail({ kind: "agent" })).toBe("An agent can't change the queue; a person must.");
  expect(detail(blind)).toBe(
    "Only a person may change the queue, and this system does not report who the caller is (it is blind).",
  );
  expect(detail({ ...blind, code: "wrong" })).toBe(
    "Only a person may change the queue, and the code was wrong, or it has expired.",
  );
});

test.for([
  ["an agent", { kind: "agent" }, { ...ada, kind: "agent" }],
  ["who hides", { kind: "hidden" }, { ...ada, address: "hidden" }],
  ["who can't be told, as the look failed", { ...blind, isLapse: true }, { ...ada, address: "hidden" }],
  ["who can't be told", blind, ada],
  ["a person", { kind: "person" }, ada],
] as const)("the prompt of %s is recorded as theirs", ([, caller, by]) => {
  const decision = decide(foldBodies(created), sending("p1"), ada, { caller });
  expect("events" in decision && decision.events.map((event) => event.by)).toEqual([by]);
});
