// What ACP agents want to know, as forms; and the ids of their questions.
import { expect, test } from "vitest";
import type { Fact } from "../../../../src/agents/driver.ts";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const requestedSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Your name", description: "as on the door" },
    size: { type: "string", enum: ["S", "L"] },
    colour: { type: "string", oneOf: [{ const: "r", title: "Red", description: "warm" }, { const: "b" }] },
    extras: { type: "array", items: { anyOf: [{ const: "bag", title: "A bag" }] } },
    gift: { type: "boolean", title: "A gift?" },
    count: { type: "integer" },
  },
  required: ["name"],
};
const elicitation = {
  mode: "form",
  sessionId: "00000000-0000-4000-8000-000000000007",
  message: "Tell me more.\nPlease.",
  requestedSchema,
};
const elicit = (talk: AcpTalk, params: object = elicitation, id = 7) =>
  talk.say({ id, method: "elicitation/create", params: params as Record<string, unknown> });

const sizes = [
  { value: "S", label: "S" },
  { value: "L", label: "L" },
];
const colours = [
  { value: "r", label: "Red", description: "warm" },
  { value: "b", label: "b" },
];

test("[M-27] what the agent wants to know is one question with a form; the answer has the types that it asked for", () => {
  const talk = AcpTalk.working();
  expect(elicit(talk)).toEqual([
    {
      type: "permission",
      data: {
        id: "r1-q7-1",
        state: "asked",
        title: "Tell me more.",
        takesReason: false,
        detail: "Tell me more.\nPlease.\nYour name: as on the door",
        options: [
          { id: "accept", label: "Answer", kind: "allow_once" },
          { id: "decline", label: "Don't answer", kind: "reject_once" },
        ],
        form: [
          { id: "name", label: "Your name", kind: "text", isRequired: true },
          { id: "size", label: "size", kind: "choice", options: sizes },
          { id: "colour", label: "colour", kind: "choice", options: colours },
          { id: "extras", label: "extras", kind: "choices", options: [{ value: "bag", label: "A bag" }] },
          { id: "gift", label: "A gift?", kind: "yes_no" },
          { id: "count", label: "count", kind: "number" },
        ],
      },
    },
  ]);
  const question = talk.state;
  talk.decide("accept", null, { name: "Ada", extras: "bag", gift: "yes", count: "2", more: "?" });
  const content = { name: "Ada", extras: ["bag"], gift: true, count: 2 };
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "accept", content } });
  expect(talk.state).not.toEqual(question);
  const said = talk.written.length;
  talk.decide("accept");
  expect(talk.written).toHaveLength(said);
});

test("an id that the agent uses again after the answer is another question, and is answered as such", () => {
  const talk = AcpTalk.working();
  const ids = [talk.ask(1, { toolCallId: "a" }), talk.ask(2, { toolCallId: "b" })].map(idOfQuestion);
  talk.decide("yes");
  const again = idOfQuestion(talk.ask(2, { toolCallId: "c" }));
  expect(ids).not.toContain(again);
  talk.decide("no");
  expect(talk.written.at(-1)).toEqual({
    ...{ jsonrpc: "2.0", id: 2 },
    result: { outcome: { outcome: "selected", optionId: "no" } },
  });
  expect([...ids, again]).not.toContain(idOfQuestion(elicit(talk, elicitation, 2)));
  talk.decide("decline");
  expect(talk.written.at(-1)).toEqual({ jsonrpc: "2.0", id: 2, result: { action: "decline" } });
});

const idOfQuestion = (facts: readonly Fact[]): string =>
  facts.flatMap((fact) => (fact.type === "permission" ? [fact.data.id] : [])).at(-1) ?? "";

test("a form may be declined, taken back, or end with the turn", () => {
  const talk = AcpTalk.working();
  elicit(talk, { ...elicitation, toolCallId: "c" });
  talk.decide("decline");
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "decline" } });
  elicit(talk);
  expect(talk.say({ method: "$/cancel_request", params: { requestId: 7 } })).toMatchObject([
    { type: "permission", data: { id: "r1-q7-2", state: "stale" } },
  ]);
  elicit(talk);
  talk.interrupt();
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "cancel" } });
});

test.for([
  { ...elicitation, mode: "url", url: "https://example.com" },
  { ...elicitation, sessionId: "another" },
  { mode: "form", requestId: 1, message: "?", requestedSchema },
  {},
])("a question that nobody could answer is told so at once, visibly: %j", (params) => {
  const talk = AcpTalk.working();
  expect(elicit(talk, params)).toMatchObject([{ type: "notice", data: { kind: "unreadable_line" } }]);
  expect(talk.written.at(-1)).toMatchObject({ id: 7, result: { action: "cancel" } });
});

test.for(["null", "{}", "[7]", "1.5", "1e999", "9007199254740993", "true"])(
  "a question under the id %s, which no answer can name, is refused without one, and its turn ends with the reason",
  (id) => {
    const talk = AcpTalk.working();
    talk.raw(`{"jsonrpc":"2.0","id":${id},"method":"session/request_permission","params":{}}`);
    expect(talk.written.at(-1)).toMatchObject({ id: null, error: { code: -32600 } });
    expect(talk.facts.slice(-2)).toMatchObject([
      { type: "error", data: { code: "unanswerable_question" } },
      { type: "stop_turn" },
    ]);
  },
);
