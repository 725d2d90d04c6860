// Rules judge each question in the light of everything before it, however an agent's output was cut into batches.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { type Event, type EventBody, initialState, type SessionState } from "../../src/core/index.ts";
import { Draft } from "../../src/session/draft.ts";
import type { Policy } from "../../src/session/policy-answer.ts";
import { addFacts } from "../../src/session/run/facts-to-events.ts";
import { askToRun } from "../kit/ask-to-run.ts";

const at = "2026-05-04T10:00:00.000Z";
const person = { kind: "client", name: "cli" } as const;
const daemon = { kind: "daemon" } as const;
const agent = { kind: "agent", name: "scripted" } as const;

const draftOn = (state: SessionState): Draft => new Draft({ session: "s1", state, at });

/** A person's turn has begun. */
const begun: EventBody[] = [
  {
    type: "session_start",
    by: person,
    data: { agent: "scripted", workspace: { id: "w", path: "/w" }, name: null, resumed: false },
  },
  { type: "prompt_queued", by: person, data: { promptId: "p1", text: "go", before: null } },
  { type: "agent_start", by: daemon, data: { run: "r1", agent: "scripted", resume: null, transport: "stream" } },
  { type: "agent_bound", by: agent, data: { run: "r1", nativeId: "n1", provenance: "assigned" } },
  { type: "turn_start", by: daemon, data: { turn: "t1", promptId: "p1" } },
  { type: "user_prompt", by: person, data: { promptId: "p1", text: "go", turn: "t1" } },
];
const working: SessionState = draftOn(initialState).add(...begun).state;

const policy: Policy = {
  home: "/home/me",
  sourcesFor: () => [
    {
      name: "global",
      rules: [
        { effect: "allow", command: "npm test" },
        { effect: "deny", command: "rm **" },
      ],
    },
  ],
  parse: () => ({ name: "session", rules: [] }),
};

/** The events that these batches of facts become, one commit after the other. */
function eventsOf(batches: readonly (readonly Fact[])[]): Event[] {
  return draftsOf(batches).flatMap(({ events }) => events);
}

function draftsOf(batches: readonly (readonly Fact[])[]): Draft[] {
  let state = working;
  return batches.map((facts) => {
    const draft = addFacts(draftOn(state), facts, { run: "r1", by: agent, policy });
    state = draft.state;
    return draft;
  });
}

const end: Fact = { type: "turn_end", reason: "completed" };
const word: Fact = { type: "agent_message", data: { messageId: "m1", text: "the background job has ended" } };

const answersIn = (events: readonly Event[]): string[] =>
  (events as (Event & EventBody)[]).flatMap((event) =>
    event.type === "permission" && event.data.state === "answered" ? [event.data.id] : [],
  );

test("a rule for a person's turns does not hold in a turn that the agent began in the same batch", () => {
  expect(answersIn(eventsOf([[askToRun("q1", "npm test"), end, word, askToRun("q2", "npm test")]]))).toEqual(["q1"]);
});

test("a question that is asked twice is answered once", () => {
  const asked = askToRun("q1", "npm test");
  expect(answersIn(eventsOf([[asked, asked]]))).toEqual(["q1"]);
  expect(answersIn(eventsOf([[asked], [asked]]))).toEqual(["q1"]);
});

test("what is only known in part is denied by rules, and allowed by none", () => {
  const inPart = (id: string, command: string): Fact => {
    const asked = askToRun(id, command) as { data: object };
    return { ...asked, data: { ...asked.data, isPartial: true } } as Fact;
  };
  expect(answersIn(eventsOf([[inPart("q1", "npm test"), inPart("q2", "rm -rf build")]]))).toEqual(["q2"]);
});

test("any batching of the same facts becomes the same events and answers", () => {
  const anyFact: fc.Arbitrary<Fact> = fc.oneof(
    fc.constant(end),
    fc.constant(word),
    fc
      .tuple(fc.constantFrom("q1", "q2", "q3"), fc.constantFrom("npm test", "rm -rf build", "make"))
      .map(([id, command]) => askToRun(id, command)),
    fc
      .constantFrom("q1", "q2", "q3")
      .map((id): Fact => ({ type: "permission", data: { id, state: "stale", reason: "withdrawn" } })),
    fc.constant<Fact>({ type: "quota_reached", data: { until: null, text: "no more today" } }),
  );
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 12 }), fc.array(fc.boolean(), { maxLength: 12 }), (facts, cuts) => {
      const batches: Fact[][] = [[]];
      for (const [index, fact] of facts.entries()) {
        if (cuts[index]) batches.push([]);
        batches.at(-1)?.push(fact);
      }
      const single = facts.map((fact) => [fact]);
      expect(eventsOf(batches)).toEqual(eventsOf(single));
      expect(eventsOf([facts])).toEqual(eventsOf(single));
    }),
  );
});

test("[T-21] a question whose call has changed before the batch ends stays refused, whatever a rule says to it", () => {
  const refused: Fact = { type: "permission", data: { id: "q1", state: "stale", reason: "the call has changed" } };
  const [draft] = draftsOf([[askToRun("q1", "npm test"), refused]]);
  expect(draft?.state.permission).toMatchObject({ open: [], closed: [{ id: "q1", state: "stale" }] });
});
