// Finding words in a session over the wire: in both directions, page by page, in logs of every kind.
import { expect, test } from "vitest";
import { findIn } from "../../src/daemon/operations/find.ts";
import { createMemoryLog, type Log, openSqliteLog } from "../../src/log/index.ts";
import { summaryFor } from "../contracts/log/samples.ts";
import { agent, body, created, place, said } from "../kit/events.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "../log/temporary-log.ts";

async function talk() {
  const daemon = await testDaemon();
  const { session, agent: run } = await daemon.working("find the needle");
  run.say({ type: "agent_message", data: { messageId: "m1", text: "One Needle here." } });
  await until("the message", () => daemon.types(session).includes("agent_message"));
  run.say(
    {
      type: "tool_call",
      data: { toolCallId: "c1", title: "Search", kind: "search", status: "completed", input: { q: "needle" } },
    },
    { type: "turn_end", reason: "completed" },
  );
  await daemon.ofType(session, "turn_end");
  return { daemon, session };
}

test("back from the end, forward from a seq, and only in some blocks", async () => {
  const { daemon, session } = await talk();
  const kinds = async (query: object) =>
    (await daemon.client.find(session, { query: "needle", ...query })).items.map(({ kind }) => kind);
  expect(await kinds({})).toEqual(["tool", "message", "prompt"]);
  expect(await kinds({ after: 0 })).toEqual(["prompt", "message", "tool"]);
  expect(await kinds({ kinds: "message,prompt" })).toEqual(["message", "prompt"]);
  const first = await daemon.client.find(session, { query: "NEEDLE", limit: 1 });
  expect(first).toMatchObject({ items: [{ kind: "tool", match: "needle" }], epoch: daemon.log.epoch });
  const second = await daemon.client.find(session, { query: "needle", before: first.next ?? 0, limit: 1 });
  expect(second.items).toMatchObject([{ kind: "message", before: "One ", match: "Needle", after: " here." }]);
  expect(await daemon.client.find(session, { query: "haystack" })).toMatchObject({ items: [], next: null });
});

test.for([
  [{ query: "" }, "invalid_body"],
  [{ query: "x".repeat(201) }, "invalid_body"],
  [{ query: "x", after: 1, before: 9 }, "invalid_cursor"],
  [{ query: "x", kinds: "message,nothing" }, "invalid_body"],
] as const)("%j is refused", async ([query, code]) => {
  const { daemon, session } = await talk();
  await expect(daemon.client.find(session, query)).rejects.toMatchObject({ code });
});

test.for<[string, () => Log]>([
  ["memory", createMemoryLog],
  ["SQLite", () => openSqliteLog({ path: temporaryPath() })],
])("every hit of a long log in %s is found once, in both directions and across slices", async ([, openLog]) => {
  const log = openLog();
  const long = "x".repeat(2000);
  const words = Array.from({ length: 9000 }, (_, n) =>
    n % 1000 === 999
      ? said(`m${n}`, "a nee")
      : n % 1000 === 0 && n > 0
        ? said(`m${n - 1}`, "dle")
        : body("tool_call_update", { toolCallId: "c", output: n % 5 ? "x" : long }, agent),
  );
  const events = place([created, ...words]);
  await log.append({ session: "s1", events, summary: summaryFor("s1"), isBusy: false });
  const all = {
    session: "s1",
    words: "needle",
    first: 1,
    head: events.length,
    isMeant: () => true,
    isWanted: () => true,
  };
  const forward: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { items, next } = await findIn(log, { ...all, after, limit: 3 });
    forward.push(...items.map(({ seq }) => seq));
    after = next;
  }
  expect(forward).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 1000 + 2));
  const back: number[] = [];
  for (let before: number | null = events.length + 1; before !== null; ) {
    const { items, next } = await findIn(log, { ...all, before, limit: 3 });
    back.push(...items.map(({ seq }) => seq));
    before = next;
  }
  expect(back).toEqual(forward.toReversed());
  await log.close();
});
