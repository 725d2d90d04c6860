// Of any store, damaged or not: what is in the log is what was counted, and importing again changes nothing.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sessionIdFor } from "../../src/foreign/index.ts";
import { contentOf, idOf, type MittoRecord, metadataOf, timeOf, writeMitto } from "../kit/mitto-store.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon } from "./cli-daemon.ts";

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constant("\u2028<p>a</p>\0"),
);
const known = fc.constantFrom(
  ...["user_prompt", "agent_message", "agent_message", "agent_thought", "tool_call", "tool_call_update", "plan"],
  ...["permission", "file_read", "file_write", "error", "session_start", "session_end", "ui_prompt_answer", "new_one"],
);
const data = fc.record(
  {
    ...{
      message: text,
      html: text,
      text,
      title: text,
      status: text,
      kind: text,
      path: text,
      label: text,
      reason: text,
    },
    tool_call_id: fc.constantFrom("c1", "c2"),
    outcome: fc.constantFrom("approved", "denied", "cancelled", "odd"),
    entries: fc.array(fc.oneof(fc.record({ content: text, status: text }), fc.jsonValue()), { maxLength: 2 }),
    raw_input: fc.jsonValue({ maxDepth: 2 }),
    raw_output: fc.jsonValue({ maxDepth: 1 }),
    was_prompting: fc.boolean(),
    ...{ images: fc.jsonValue({ maxDepth: 1 }), code: fc.nat(), size: fc.integer() },
  },
  { requiredKeys: [] },
);
const record: fc.Arbitrary<MittoRecord | string> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(known, fc.oneof({ weight: 9, arbitrary: data }, fc.jsonValue()))
      .map(([type, value]) => ({ type, data: value })),
  },
  { weight: 1, arbitrary: fc.constantFrom("no json\n", "\0\0\0\n", "\n", '{"seq":1,"type":"user_pro\n', "[1]\n") },
);
const numbered = (records: readonly (MittoRecord | string)[], from: number): (MittoRecord | string)[] =>
  records.map((one, index) =>
    typeof one === "string" ? one : { seq: from + (index % 7), timestamp: timeOf(from + index), ...one },
  );
const session = fc.record({ first: fc.array(record, { maxLength: 25 }), later: fc.array(record, { maxLength: 10 }) });

test("what is imported is what was counted, at once and after it has grown; importing again takes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(session, { minLength: 1, maxLength: 4 }), async (sessions) => {
      const { daemon, run } = await cliDaemon();
      const store = writeMitto(
        tempDir(),
        sessions.map(({ first }, number) => ({
          id: idOf(number),
          records: numbered(first, 1),
          metadata: metadataOf(idOf(number)),
        })),
      );
      const importAll = () => run(["import", "--from", "mitto", store, "-y", "--json"]);
      const once = await importAll();
      expect([once.code, once.err]).toEqual([0, ""]);
      const whole = JSON.parse(once.out).sessions as {
        there: Record<string, number>;
        imported: Record<string, number>;
      }[];
      for (const {
        there,
        imported: { events: _, ...counts },
      } of whole)
        expect(there).toMatchObject(counts);
      for (const [number, { later }] of sessions.entries())
        appendFileSync(join(store, "sessions", idOf(number), "events.jsonl"), contentOf(numbered(later, 100)));
      const grown = await importAll();
      expect([grown.code, grown.err]).toEqual([0, ""]);
      const heads = sessions.map((_, number) => daemon.log.summary(sessionIdFor("mitto", idOf(number)))?.head);
      const again = JSON.parse((await importAll()).out).sessions as { state: string }[];
      expect(again.map(({ state }) => state)).toEqual(sessions.map(() => "same"));
      expect(sessions.map((_, number) => daemon.log.summary(sessionIdFor("mitto", idOf(number)))?.head)).toEqual(heads);
      const all = sessions.map((_, number) => daemon.log.verify(sessionIdFor("mitto", idOf(number))));
      expect(all).toEqual(sessions.map(() => null));
    }),
    { numRuns: 25 },
  );
});

test("a thousand sessions are imported, each once", async () => {
  const { daemon, run } = await cliDaemon();
  const records = numbered(
    [
      { type: "user_prompt", data: { message: "a" } },
      { type: "agent_message", data: { html: "b" } },
    ],
    1,
  );
  const store = writeMitto(
    tempDir(),
    Array.from({ length: 1000 }, (_, number) => ({ id: idOf(number), records })),
  );
  const told = await run(["import", "--from", "mitto", store, "-y"]);
  expect([told.code, told.err]).toEqual([0, ""]);
  expect(told.out).toContain("1,000 sessions imported and read back: ");
  expect(told.out).toContain("; 1,000 prompts, 1,000 answers, 0 tool calls, 0 questions\n");
  expect(daemon.log.sessionIds({ shelves: ["listed"] })).toHaveLength(1000);
  expect((await run(["import", "--from", "mitto", store, "-y"])).out).toContain(
    "1,000 sessions imported before, with nothing new",
  );
});
