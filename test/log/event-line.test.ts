// The line of an event, and the way back from it.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { eventLine, eventText, parseEventLine } from "../../src/log/index.ts";
import { A, eventFor } from "../contracts/log/samples.ts";

const word = fc.stringMatching(/^[a-z_]{1,12}$/);
const jsonText = fc.json({ depthSize: "small" }).filter((text) => !text.includes("\n"));

test("every line that a log gives leads back to the texts that it was made of, whatever they are", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), word, jsonText, jsonText, fc.string(), (seq, type, by, data, session) => {
      const text = { seq, at: "2026-05-04T10:00:00.000Z", type, by, data };
      const line = eventLine(session, text);
      const parsed = parseEventLine(line);
      expect(parsed).toMatchObject({ text, event: { session, seq, type, data: JSON.parse(data) } });
    }),
  );
});

test("a sender that looks like data is read correctly", () => {
  const by = { kind: "client", data: { data: 1 }, text: ',"data":{}' };
  const text = eventText({ ...eventFor(A, 1), by } as never);
  expect(parseEventLine(eventLine(A, text))).toMatchObject({ text });
});

test("everything in a line is parsed once, also if its sender has data a thousand times", () => {
  const by = `{"kind":"client"${',"data":1'.repeat(1000)}}`;
  const text = { ...eventText(eventFor(A, 1)), by };
  const line = eventLine(A, text);
  const parse = vi.spyOn(JSON, "parse");
  const parsed = parseEventLine(line);
  const read = parse.mock.calls.reduce((sum, [json]) => sum + json.length, 0);
  parse.mockRestore();
  expect(parsed).toMatchObject({ text });
  expect(read).toBeLessThan(line.length);
});

test("a line that is cut, or has anything more, is not accepted", () => {
  const line = eventLine(A, eventText(eventFor(A, 1)));
  for (let end = 0; end < line.length; end++) expect(parseEventLine(line.slice(0, end))).toHaveProperty("why");
  for (const wrong of [
    `${line} `,
    ` ${line}`,
    line.replace(":", ": "),
    `${line.slice(0, -1)},"x":1}`,
    "null",
    "[]",
    '"x"',
  ])
    expect(parseEventLine(wrong)).toHaveProperty("why");
});
