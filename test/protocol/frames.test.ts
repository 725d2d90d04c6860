// What a follower receives, in both forms, comes back as it was sent.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Frame, ndjsonCommit, ndjsonEvent, ndjsonFrame, sseEvent, sseFrame } from "../../src/protocol/index.ts";
import { garbageLog } from "../kit/arbitrary-events.ts";

const text = fc.oneof(fc.string(), fc.constantFrom("\n", "\r", "\r\n\n", "\n\ndata: x\n\n", "\u2028", "\ufeff", "\0"));
const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ frame: fc.constant("hello"), epoch: text, firstSeq: fc.nat(), head: fc.nat(), after: fc.nat() }),
  fc.record({ frame: fc.constant("caught_up"), head: fc.nat() }),
  fc.record({
    frame: fc.constant("reset"),
    epoch: text,
    head: fc.nat(),
    reason: fc.constantFrom("epoch" as const, "ahead" as const),
  }),
  fc.record({
    frame: fc.constant("attention"),
    attention: fc.record({
      ...{ id: text, session: text, name: text, text, at: text, seq: fc.nat() },
      kind: fc.constantFrom("needs_you" as const, "failed" as const, "finished" as const),
    }),
    client: fc.option(text),
  }),
  fc.record({ frame: fc.constant("attention_cleared"), id: text }),
  fc.record({
    frame: fc.constant("bye"),
    reason: fc.constantFrom("draining" as const, "slow" as const, "reconnect" as const),
    retryMs: fc.nat(),
  }),
);

/** What a browser makes of a stream: the messages between empty lines, by the rules of the HTML standard. */
function readSse(stream: string): Record<string, string>[] {
  const messages = stream.split(/(?:\r\n|\n|\r){2}/);
  expect(messages.pop()).toBe("");
  return messages.map((message) =>
    Object.fromEntries(
      message.split(/\r\n|\n|\r/).map((line) => {
        const [, field = "", value = ""] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
        return [field, value];
      }),
    ),
  );
}

/** What a client makes of NDJSON. */
function readNdjson(stream: string): unknown[] {
  const lines = stream.split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

describe("as server-sent events", () => {
  test("a frame is one message with its name and its facts on one line", () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 4 }), (frames) => {
        const read = readSse(frames.map(sseFrame).join("")).map(({ event, data, ...rest }) => {
          expect(rest).toEqual({});
          return { frame: event, ...JSON.parse(data ?? "") };
        });
        expect(read).toEqual(frames);
      }),
    );
  });

  test("an event is one message with its cursor and no name, whatever its text", () => {
    fc.assert(
      fc.property(garbageLog, (events) => {
        const lines = events.map((event) => JSON.stringify(event));
        const stream = lines.map((line, index) => sseEvent(index, line)).join("");
        expect(readSse(stream)).toEqual(lines.map((line, index) => ({ id: String(index), data: line })));
      }),
    );
  });

  test("looks like this", () => {
    expect(sseEvent(7, '{"seq":7}')).toBe('id: 7\ndata: {"seq":7}\n\n');
    expect(sseFrame({ frame: "caught_up", head: 7 })).toBe('event: caught_up\ndata: {"head":7}\n\n');
  });
});

describe("as lines of JSON", () => {
  test("frames, events and commits are one line each", () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 3 }), garbageLog, fc.nat(), (frames, events, commit) => {
        const lines = events.map((event) => JSON.stringify(event));
        const stream = [
          ...frames.map(ndjsonFrame),
          ...lines.map(ndjsonEvent),
          ...lines.map((line) => ndjsonCommit(commit, line)),
        ].join("");
        const wanted = [...frames, ...events, ...events.map((event) => ({ commit, event }))];
        expect(JSON.stringify(readNdjson(stream))).toBe(JSON.stringify(wanted));
      }),
    );
  });

  test("look like this", () => {
    expect(ndjsonEvent('{"seq":7}')).toBe('{"seq":7}\n');
    expect(ndjsonCommit(12, '{"seq":7}')).toBe('{"commit":12,"event":{"seq":7}}\n');
    expect(ndjsonFrame({ frame: "caught_up", head: 7 })).toBe('{"frame":"caught_up","head":7}\n');
  });
});
