// A question: asked → answered → applied, or stale. The first answer wins, and a closed one never opens again.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Command, type Event, reduce } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { decide } from "../kit/decide.ts";
import {
  ada,
  answered,
  applied,
  asked,
  atSecond,
  bob,
  body,
  created,
  fold,
  foldBodies,
  options,
  place,
  running,
  stale,
} from "../kit/events.ts";

const answer = (permission: string, option = "yes"): Command => ({ type: "answer", permission, option });

/** A fork, or what came from a file: questions before it were another session's. */
const beginsSession = ({ type, data }: Event): boolean =>
  type === "imported" || (type === "session_start" && (data as { fork?: unknown }).fork !== undefined);

describe("folding", () => {
  test("a question is part of the state until it is applied", () => {
    const open = { id: "q1", title: "run q1", detail: "./q1", options, seq: 2, askedAt: atSecond(2) };
    const said = { option: "yes", message: null, content: null, by: ada, answeredSeq: 3 };
    expect(foldBodies(created, asked("q1")).permission).toEqual({
      open: [{ ...open, state: "asked" }],
      closed: [],
      rules: [],
    });
    expect(foldBodies(created, asked("q1"), answered("q1")).permission).toEqual({
      open: [{ ...open, state: "answered", ...said }],
      closed: [],
      rules: [],
    });
    expect(foldBodies(created, asked("q1"), answered("q1"), applied("q1")).permission).toEqual({
      open: [],
      closed: [{ id: "q1", state: "applied", option: "yes", by: ada, seq: 3 }],
      rules: [],
    });
  });

  test("a closed question never opens again in its session", () => {
    fc.assert(
      fc.property(anyLog(), (events) => {
        const closed = new Set<string>();
        events.reduce((state, event) => {
          if (beginsSession(event)) closed.clear();
          const next = reduce(state, event);
          for (const { id } of next.permission.closed) closed.add(id);
          expect(next.permission.open.filter(({ id }) => closed.has(id))).toEqual([]);
          return next;
        }, fold([]));
      }),
    );
  });

  test("a fork may be asked what its base was asked, under the same id", () => {
    const fork = { session: "base", seq: 3, turn: null, native: null };
    const forked = body("session_start", {
      agent: "a",
      workspace: { id: "w", path: "/w" },
      name: null,
      resumed: false,
      fork,
    });
    const { permission } = foldBodies(created, asked("q1"), stale("q1"), forked, asked("q1"));
    expect(permission).toMatchObject({ open: [{ id: "q1", state: "asked", seq: 5 }], closed: [] });
  });

  test.for([
    ["a second question with its id", asked("q1")],
    ["an application before the answer", applied("q1")],
    ["an answer to another question", answered("q2")],
  ] as const)("%s changes nothing", ([, stray]) => {
    const before = foldBodies(created, asked("q1"));
    const [event] = place([stray], before.head);
    expect(reduce(before, event!).permission).toBe(before.permission);
  });

  test("of two answers in the log the first counts", () => {
    const once = foldBodies(created, asked("q1"), answered("q1", "yes", ada));
    const twice = foldBodies(created, asked("q1"), answered("q1", "yes", ada), answered("q1", "no", bob));
    expect(twice.permission).toEqual(once.permission);
  });
});

describe("answering", () => {
  test("records the answer and who gave it", () => {
    const state = foldBodies(...running, asked("q1"));
    const command: Command = { type: "answer", permission: "q1", option: "no", message: "not there" };
    expect(decide(state, command, bob)).toEqual({
      events: [body("permission", { id: "q1", state: "answered", option: "no", message: "not there" }, bob)],
      outcome: { state: "answered", permission: "q1", option: "no" },
    });
  });

  test("no agent may answer an agent's question", () => {
    const state = foldBodies(...running, asked("q1"));
    const refused = { rejection: { code: "self_approval" } };
    expect(decide(state, answer("q1"), { kind: "agent", name: "demo" })).toMatchObject(refused);
  });

  test("an answer for the rest of the session leaves its rule behind, once", () => {
    const state = foldBodies(...running, asked("q1"));
    const decision = decide(state, { ...answer("q1"), sessionRule: "allow npm test" } as Command, ada);
    const events = "events" in decision ? decision.events : [];
    expect(events.map(({ type }) => type)).toEqual(["permission", "rule_added"]);
    const again = body("rule_added", { rule: "allow npm test", permission: "q1" }, ada);
    expect(fold(place([...events, again], state.head), state).permission.rules).toEqual(["allow npm test"]);
  });

  test("what must be filled in is asked for by its name, and what is filled in is kept", () => {
    const form = [{ id: "db", label: "Which database", kind: "text" as const, isRequired: true }];
    const wants = body("permission", { id: "q1", state: "asked", title: "t", detail: "d", options, form });
    const state = foldBodies(...running, wants);
    expect(decide(state, answer("q1"), ada)).toMatchObject({
      rejection: { code: "form_incomplete", detail: '"Which database" must be filled in.', facts: { field: "db" } },
    });
    expect(decide(state, answer("q1", "no"), ada)).toMatchObject({ outcome: { option: "no" } });
    const filled = decide(state, { ...answer("q1"), content: { db: "test" } } as Command, ada);
    expect(filled).toMatchObject({ events: [{ data: { state: "answered", content: { db: "test" } } }] });
  });

  test("an option that was not offered is refused with those that were", () => {
    expect(decide(foldBodies(...running, asked("q1")), answer("q1", "maybe"), ada)).toEqual({
      rejection: {
        code: "option_unknown",
        detail: '"maybe" is not one of its options; choose one of: yes, no.',
        facts: { allowed: ["yes", "no"] },
      },
    });
  });

  test.for([
    ["answered", [answered("q1", "no", bob)]],
    ["applied", [answered("q1", "no", bob), applied("q1", "no")]],
  ] as const)("a question that is %s tells who was first, and where", ([, rest]) => {
    expect(decide(foldBodies(...running, asked("q1"), ...rest), answer("q1"), ada)).toEqual({
      rejection: {
        code: "already_answered",
        detail: 'It was answered "no" by bob.',
        facts: { option: "no", by: bob, seq: 8 },
      },
    });
  });

  test("a nameless first answerer is called by kind", () => {
    const state = foldBodies(...running, asked("q1"), answered("q1", "no", { kind: "policy" }));
    expect(decide(state, answer("q1"), ada)).toMatchObject({
      rejection: { detail: 'It was answered "no" by policy.' },
    });
  });

  test("a question whose run is gone is refused as stale, also after it was answered", () => {
    const rejection = {
      code: "stale_permission",
      detail: "The question is no longer open: gone.",
    };
    expect(decide(foldBodies(...running, asked("q1"), stale("q1")), answer("q1"), ada)).toEqual({
      rejection: { ...rejection, facts: { seq: 8 } },
    });
    expect(decide(foldBodies(...running, asked("q1"), answered("q1"), stale("q1")), answer("q1"), ada)).toEqual({
      rejection: { ...rejection, facts: { seq: 9 } },
    });
  });

  test("a question that never was is not found", () => {
    expect(decide(foldBodies(...running), answer("q1"), ada)).toEqual({
      rejection: { code: "permission_not_found", detail: 'No question "q1" is open in this session.', facts: {} },
    });
  });
});
