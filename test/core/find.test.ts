// Words in a log: found wherever people read them, and as they were written.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EventBody, eventData, Finder, findTypes } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { ada, agent, asked, body, place, said } from "../kit/events.ts";

function found(words: string, ...bodies: EventBody[]) {
  const finder = new Finder(words);
  return place(bodies).flatMap((event) => {
    const stored = { type: event.type, data: JSON.stringify(event.data) };
    const hit = finder.mayHave(stored) ? finder.add(event) : null;
    return hit ? [[hit.seq, hit.kind, hit.id, `${hit.before}[${hit.match}]${hit.after}`]] : [];
  });
}

const call = body(
  "tool_call",
  { toolCallId: "c1", title: "Run", kind: "execute", status: "running", input: { command: ["npm", "test -- Auth"] } },
  agent,
);

test.for<[string, EventBody, string, string | null]>([
  ["a prompt", body("user_prompt", { promptId: "p1", text: "fix auth", turn: "t1" }, ada), "prompt", "p1"],
  ["a message", said("m1", "the AUTH module"), "message", "m1"],
  ["a thought", body("agent_thought", { messageId: "m2", text: "auth?" }, agent), "thought", "m2"],
  ["the input of a call", call, "tool", "c1"],
  ["its output", body("tool_call_update", { toolCallId: "c1", output: "1 auth test" }, agent), "tool", "c1"],
  ["a question", { ...asked("auth") }, "permission", "auth"],
  ["a plan", body("plan", { entries: [{ content: "move auth", status: "pending" }] }, agent), "plan", null],
  ["an error", body("error", { code: "x", message: "no auth" }), "error", null],
  ["a notice", body("notice", { kind: "x", text: "auth is gone" }), "notice", null],
])("in %s", ([, one, kind, id]) => {
  expect(found("auth", one)).toEqual([[1, kind, id, expect.stringMatching(/\[auth\]/i)]]);
  expect(found("author", one)).toEqual([]);
});

describe("pieces of a message", () => {
  test("are one text: words across their ends are found once, at the piece that ends them", () => {
    const pieces = ["the connec", "tion ", "was ref", "used, and refused again"].map((text) => said("m1", text));
    expect(found("connection was refused", ...pieces)).toEqual([
      [4, "message", "m1", "the [connection was refused], and refused again"],
    ]);
    expect(found("refused", ...pieces).map(([seq]) => seq)).toEqual([4]);
  });

  test("of two messages are not", () => {
    expect(found("one two", said("m1", "one "), said("m2", "two"))).toEqual([]);
  });

  test("whatever the pieces are, what is in the message is found", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 8 }),
        (pieces, from, length) => {
          const whole = pieces.join("");
          const words = whole.slice(from % whole.length, (from % whole.length) + length);
          expect(found(words, ...pieces.map((piece) => said("m1", piece))).length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

test("letters of any language, quotes and line ends are taken literally", () => {
  const text = 'İstanbul: ÄÖÜ "naïve"\n\t$^.* 東京';
  for (const words of ["äöü", '"NAÏVE"', "$^.*", "東京", "stanbul"])
    expect(found(words, body("notice", { kind: "x", text }))).toHaveLength(1);
  expect(found("äöü", body("notice", { kind: "x", text }))[0]?.[3]).toBe('İstanbul: [ÄÖÜ] "naïve" $^.* 東京');
});

test("a log that makes no sense is searched without a fault", () => {
  fc.assert(
    fc.property(anyLog(), fc.string({ minLength: 1, maxLength: 2 }), (events, words) => {
      const finder = new Finder(words);
      for (const event of events) finder.add(event);
    }),
  );
});

test("types with words are types of events", () => {
  for (const type of findTypes) expect(eventData).toHaveProperty(type);
});
