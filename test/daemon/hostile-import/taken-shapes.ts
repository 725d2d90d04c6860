// Files whose events have odd shapes.
import { event, person, said, start } from "./lines.ts";
import { daemon, deep, inside, rawEvent, type TakenFile, taken, wide } from "./taken-file.ts";

export const shapes: readonly TakenFile[] = [
  taken("a beginning that was lost, and another one", [], ({ here }) => [
    event("lost", { text: "x", from: 1, to: 1 }, { by: daemon }),
    start(here, { resumed: true }),
  ]),
  taken("mode auto after a beginning that was lost", ["mode"], ({ here }) => [
    event("lost", { text: "x", from: 1, to: 1 }, { by: daemon }),
    event("mode_changed", { mode: "auto" }),
    start(here, { resumed: true }),
  ]),
  taken("a type that no version writes", [], inside(event("from_the_future", { a: 1 })), { unknown: 1 }),
  taken("a type called __proto__", [], inside(event("__proto__", {})), { unknown: 1 }),
  taken("a type called toString", [], inside(event("toString", {})), { unknown: 1 }),
  taken("a type of a megabyte", [], inside(event("t".repeat(1e6), {})), { unknown: 1 }),
  taken("a sender that is a list", [], inside({ type: "selected", data: {}, by: [] }), { unknown: 1 }),
  taken(
    "a sender with keys of its prototype",
    [],
    inside({ type: "selected", data: {}, by: { ...person, constructor: 1 } }),
  ),
  taken("a thousand lists in lists", [], ({ here }) => [
    start(here),
    rawEvent("tool_call", `{"toolCallId":"c","title":"x","kind":"other","status":"completed","input":${deep(1000)}}`),
  ]),
  taken("four hundred thousand numbers", [], ({ here }) => [
    start(here),
    rawEvent(
      "tool_call",
      `{"toolCallId":"c","title":"x","kind":"other","status":"completed","input":${wide(400_000)}}`,
    ),
  ]),
  taken("a text of half a million brackets and commas", [], ({ here }) => [
    start(here),
    rawEvent(
      "tool_call",
      `{"toolCallId":"c","title":"\\"${"[,{".repeat(200_000)}","kind":"other","status":"completed"}`,
    ),
  ]),
  taken(
    "lists in lists where a text should be",
    [],
    ({ here }) => [start(here), rawEvent("agent_message", deep(1000))],
    { unknown: 1 },
  ),
  taken("keys of the prototype", [], ({ here }) => [
    start(here),
    rawEvent(
      "tool_call",
      '{"__proto__":{"status":"x"},"toolCallId":"c","title":"x","kind":"other","status":"completed"}',
    ),
  ]),
  taken(
    "numbers beyond all numbers",
    [],
    ({ here }) => [start(here), rawEvent("usage", '{"turn":null,"inputTokens":1e400,"outputTokens":0}')],
    { unknown: 1 },
  ),
  taken("half characters", [], ({ here }) => [
    start(here),
    rawEvent("agent_message", '{"messageId":"m","text":"\\ud800"}'),
  ]),
  taken("a message of 5 megabytes", [], inside(said("agent_message", { messageId: "m", text: "x".repeat(5e6) }))),
  taken(
    "five thousand events",
    [],
    inside(...Array.from({ length: 5000 }, () => event("notice", { kind: "a", text: "b" }))),
  ),
  taken(
    "a reference to a long text that is nowhere",
    [],
    inside(
      said("agent_message", {
        messageId: "m",
        text: "x",
        blobs: [{ at: "/text", from: 0, to: 1, hash: "0".repeat(64), bytes: 9 }],
      }),
    ),
  ),
  taken(
    "a reference that leads to a prototype",
    [],
    inside(
      said("agent_message", {
        messageId: "m",
        text: "x",
        blobs: [{ at: "/__proto__/x", from: 0, to: 1e15, hash: "0".repeat(64), bytes: -1 }],
      }),
    ),
  ),
  taken("references that are none", [], inside(said("agent_message", { messageId: "m", text: "x", blobs: "all" }))),
];
