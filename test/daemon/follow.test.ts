import { expect, test } from "vitest";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { collect, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const word = (n: number) => ({ type: "agent_message" as const, data: { messageId: `m${n}`, text: `word ${n}` } });

test("[R-24] [M-04] [M-16] every follower receives the same events in the same order, as they are stored, whenever it came", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const stop = new AbortController();
  const early = [1, 2, 3].map((n) =>
    collect(daemon.newClient(`early-${n}`).follow(session, { after: 0, signal: stop.signal })),
  );
  for (let n = 0; n < 50; n++) agent.say(word(n));
  const late = collect(daemon.newClient("late").follow(session, { after: 0, signal: stop.signal }));
  agent.say({ type: "turn_end", reason: "completed" });
  const { seq: last } = await daemon.ofType(session, "turn_end");
  const stored = daemon.log.read({ session, after: 0, limit: 1000 }).events.map(({ line }) => line);
  for (const follower of [...early, late]) {
    await until("everything", () => follower.seqs().includes(last));
    expect(follower.items.flatMap((item) => (item.kind === "event" ? [item.line] : []))).toEqual(stored);
  }
  stop.abort();
});

test("[R-26] [C-19] the agent works on when nobody follows, and [M-20] a follower that comes back gets exactly what it missed", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const first = new AbortController();
  const before = collect(daemon.client.follow(session, { after: 0, signal: first.signal }));
  await until("the beginning", () => before.seqs().length >= 7);
  first.abort();
  const seen = before.seqs().at(-1) ?? 0;
  await until("nobody", () => daemon.types(session).length === seen);
  agent.say(word(1), word(2));
  agent.say({ type: "turn_end", reason: "completed" });
  const { seq: last } = await daemon.ofType(session, "turn_end");
  const second = new AbortController();
  const after = collect(daemon.client.follow(session, { after: seen, signal: second.signal }));
  await until("the rest", () => after.seqs().includes(last));
  expect(after.seqs()).toEqual(Array.from({ length: last - seen }, (_, n) => seen + 1 + n));
  second.abort();
});

test("[R-25] a follower that breaks off does not disturb the others", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const { socket: socketPath } = daemon.paths;
  const path = `/v1/sessions/${session}/events?follow=1`;
  const [broken, healthy] = await Promise.all(
    [1, 2].map(() => rawStream({ socketPath, path, headers: { accept: "application/x-ndjson" } })),
  );
  broken?.close();
  agent.say(word(1), { type: "turn_end", reason: "completed" });
  await until("the end at the healthy one", () => healthy?.text().includes("turn_end"));
  healthy?.close();
});

test("[R-27] a stalled follower costs its cursor: others are served meanwhile, and it gets everything once when it reads again", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const { socket: socketPath } = daemon.paths;
  const request = {
    socketPath,
    path: `/v1/sessions/${session}/events?follow=1`,
    headers: { accept: "application/x-ndjson" },
  };
  const stalled = await rawStream(request);
  stalled.pause();
  const text = "x".repeat(50_000);
  for (let n = 0; n < 100; n++) agent.say({ type: "notice", data: { kind: "long", text } });
  agent.say({ type: "turn_end", reason: "completed" });
  const { seq: last } = await daemon.ofType(session, "turn_end");
  const healthy = collect(daemon.client.follow(session, { after: 0 }));
  await until("the healthy one to be done", () => healthy.seqs().includes(last));
  stalled.resume();
  await until("the stalled one to catch up", () => stalled.text().includes("turn_end"));
  const seqs = stalled
    .text()
    .split("\n")
    .flatMap((line) => {
      const value = line ? JSON.parse(line) : {};
      return value.seq ? [value.seq as number] : [];
    });
  expect(seqs).toEqual(Array.from({ length: last }, (_, n) => n + 1));
  stalled.close();
});

test("a follower that does not read for a minute is cut off, and only that one", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const request = {
    socketPath: daemon.paths.socket,
    path: `/v1/sessions/${session}/events?follow=1`,
    headers: { accept: "application/x-ndjson" },
  };
  const stalled = await rawStream(request);
  stalled.pause();
  const text = "x".repeat(50_000);
  for (let n = 0; n < 100; n++) agent.say({ type: "notice", data: { kind: "long", text } });
  await until("the messages", () => daemon.types(session).length > 100);
  daemon.clock.advance(60_000);
  stalled.resume();
  await stalled.ended;
  expect((await daemon.client.server()).api).toBe("1.0");
});

test("[M-17] [M-18] SSE carries the seq as id, and Last-Event-ID wins over `after`", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const socketPath = daemon.paths.socket;
  const stream = await rawStream({
    socketPath,
    path: `/v1/sessions/${session}/events?after=0`,
    headers: { accept: "text/event-stream", "last-event-id": "5" },
  });
  await until("the end of the backlog", () => stream.text().includes("event: caught_up"));
  const ids = [...stream.text().matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
  expect(ids).toEqual([6, 7]);
  expect(stream.text()).toContain('event: hello\ndata: {"epoch"');
  stream.close();
});

test("[M-18] a cursor of another epoch or ahead of the log is reset, and the server wins", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const follow = async (query: string) => {
    const stream = await rawStream({
      socketPath: daemon.paths.socket,
      path: `/v1/sessions/${session}/events?follow=1&${query}`,
      headers: { accept: "application/x-ndjson" },
    });
    await until("the backlog", () => stream.text().includes("caught_up"));
    stream.close();
    return stream
      .text()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  const foreign = await follow("after=3&epoch=another");
  expect(foreign[0]).toMatchObject({ frame: "reset", reason: "epoch", epoch: daemon.log.epoch });
  expect(foreign.filter(({ seq }) => seq).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const ahead = await follow(`after=999&epoch=${daemon.log.epoch}`);
  expect(ahead[0]).toMatchObject({ frame: "reset", reason: "ahead", head: 7 });
});

test("one commit number resumes any set of sessions", async () => {
  const daemon = await testDaemon();
  const a = await daemon.newSession("a");
  const b = await daemon.newSession("b");
  const { socket: socketPath } = daemon.paths;
  const page = JSON.parse((await rawRequest({ socketPath, path: "/v1/events" })).body);
  expect(
    page.events.map(({ event }: { event: { session: string; type: string } }) => [event.session, event.type]),
  ).toEqual([
    [a, "session_start"],
    [a, "selected"],
    [b, "session_start"],
    [b, "selected"],
  ]);
  const after = page.events[1].commit;
  const stream = await rawStream({
    socketPath,
    path: `/v1/events?after=${after}`,
    headers: { accept: "text/event-stream" },
  });
  await daemon.client.select(a);
  await until("the live event", () => stream.text().includes(a));
  const ids = [...stream.text().matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
  expect(ids).toEqual([after + 1, after + 2, after + 3]);
  const onlyB = JSON.parse((await rawRequest({ socketPath, path: `/v1/events?sessions=${b}` })).body);
  expect(onlyB.events).toHaveLength(2);
  stream.close();
});

test("the logs of all sessions, as a file of lines, end with what there is; with follow=1 they go on", async () => {
  const daemon = await testDaemon();
  await daemon.newSession("a");
  const b = await daemon.newSession("b");
  const { socket: socketPath } = daemon.paths;
  const headers = { accept: "application/x-ndjson" };
  const typesIn = (body: string) => body.split("\n").flatMap((line) => (line ? [JSON.parse(line).event.type] : []));
  const all = await rawRequest({ socketPath, path: "/v1/events", headers });
  expect(typesIn(all.body)).toEqual(["session_start", "selected", "session_start", "selected"]);
  const some = await rawRequest({ socketPath, path: `/v1/events?follow=0&sessions=${b}`, headers });
  expect(typesIn(some.body)).toEqual(["session_start", "selected"]);
  const ahead = await rawRequest({ socketPath, path: "/v1/events?after=999", headers });
  expect(ahead.body).toBe("");
  const stream = await rawStream({ socketPath, path: "/v1/events?follow=1&after=4", headers });
  await daemon.client.select(b);
  await until("the live event", () => stream.text().includes('"type":"selected"'));
  stream.close();
});

test("a stream of some sessions moves its cursor past what others do", async () => {
  const daemon = await testDaemon();
  const quiet = await daemon.newSession("quiet");
  const { agent } = await daemon.working();
  const { socket: socketPath } = daemon.paths;
  const stream = await rawStream({
    socketPath,
    path: `/v1/events?sessions=${quiet}`,
    headers: { accept: "text/event-stream" },
  });
  for (let n = 0; n < 1100; n++) agent.say({ type: "notice", data: { kind: "n", text: `${n}` } });
  await until("the skip", () => stream.text().includes("event: skip"));
  const skipped = Number(/id: (\d+)\nevent: skip/.exec(stream.text())?.[1]);
  expect(skipped).toBeGreaterThan(1000);
  await daemon.client.select(quiet);
  await until("the event after it", () => stream.text().split('"type":"selected"').length === 3);
  stream.close();
});

test("a log is read as a page both ways and as a file of lines", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const forward = await daemon.client.events(session, { after: 2, limit: 3 });
  expect(forward.events.map(({ seq }) => seq)).toEqual([3, 4, 5]);
  expect(forward).toMatchObject({ head: 7, firstSeq: 1, more: true, epoch: daemon.log.epoch });
  const back = await daemon.client.events(session, { before: 8, limit: 3 });
  expect(back.events.map(({ seq }) => seq)).toEqual([5, 6, 7]);
  const file = await rawRequest({
    socketPath: daemon.paths.socket,
    path: `/v1/sessions/${session}/events`,
    headers: { accept: "application/x-ndjson" },
  });
  expect(
    file.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(daemon.events(session));
});

test("a daemon that ends says goodbye to its followers", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const stream = await rawStream({
    socketPath: daemon.paths.socket,
    path: `/v1/sessions/${session}/events?follow=1`,
    headers: { accept: "application/x-ndjson" },
  });
  await daemon.stop();
  await stream.ended;
  expect(JSON.parse(stream.text().trim().split("\n").at(-1) ?? "")).toEqual({
    frame: "bye",
    reason: "draining",
    retryMs: 2000,
  });
});

test("[M-15] everything that a session does reaches its followers with its seq and who did it", async () => {
  const daemon = await testDaemon();
  const { session, agent, promptId } = await daemon.working("look");
  const follower = collect(daemon.newClient("watcher").follow(session, { after: 0 }));
  const options = [{ id: "yes", label: "Allow", kind: "allow_once" as const }];
  agent.say(
    { type: "agent_thought", data: { messageId: "m1", text: "hm" } },
    { type: "agent_message", data: { messageId: "m2", text: "I look" } },
    { type: "plan", data: { entries: [{ content: "look", status: "in_progress" }] } },
    { type: "tool_call", data: { toolCallId: "c1", title: "ls", kind: "execute", status: "running" } },
    { type: "permission", data: { id: "q1", state: "asked", title: "ls", detail: "ls", options } },
  );
  await daemon.ofType(session, "permission");
  await daemon.client.answer(session, "q1", { option: "yes" });
  agent.say(
    { type: "tool_call_update", data: { toolCallId: "c1", status: "completed", output: "a.txt" } },
    { type: "file_read", data: { path: "a.txt", toolCallId: "c1" } },
    { type: "file_write", data: { path: "b.txt", toolCallId: "c1", bytes: 3 } },
    { type: "error", data: { code: "odd", message: "odd" } },
    { type: "turn_end", reason: "completed" },
  );
  const { seq: last } = await daemon.ofType(session, "turn_end");
  await until("the end", () => follower.seqs().includes(last));
  const events = follower.items.flatMap((item) => (item.kind === "event" ? [item.event] : []));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.slice(5).map(({ type, by }) => `${type} ${by.kind}`)).toEqual([
    "turn_start daemon",
    "user_prompt client",
    "agent_thought agent",
    "agent_message agent",
    "plan agent",
    "tool_call agent",
    "permission agent",
    "permission client",
    "permission daemon",
    "tool_call_update agent",
    "file_read agent",
    "file_write agent",
    "error agent",
    "turn_end agent",
  ]);
  expect(events[6]).toMatchObject({ by: { name: "test" }, data: { promptId, text: "look" } });
});
