// One day of a daemon over the wire: every route, as it is asked rightly and wrongly, and what it answers. The record stands beside this
// file: an answer that changes shows there, as the clients of another version would meet it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBookmark } from "../../src/daemon/attention/bookmark.ts";
import { NDJSON, type OperationName, operations, routes, SSE } from "../../src/protocol/index.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

interface Asked {
  params?: Record<string, string>;
  query?: string;
  body?: object | string;
  headers?: Record<string, string>;
}

/** What differs from run to run, by the order in which it first appears. */
function steady({ paths, workspace }: TestDaemon): (text: string) => string {
  const known = new Map<string, string>();
  const named = (kind: string) => (found: string) => {
    const name =
      known.get(found) ?? `<${kind} ${[...known.values()].filter((one) => one.startsWith(`<${kind} `)).length + 1}>`;
    known.set(found, name);
    return name;
  };
  return (text) =>
    text
      .replaceAll(paths.home, "<home>")
      .replaceAll(workspace, "<workspace>")
      .replaceAll(encodeURIComponent(workspace), "<workspace>")
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, named("id"))
      .replace(/\b[0-9a-f]{64}\b/g, named("hash"))
      .replace(/\b[0-9a-f]{16}\b/g, named("digits"))
      .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
      .replace(/"port": \d+/g, '"port": "<port>"')
      .replace(/#code=[\w-]+/g, "#code=<code>")
      .replace(/"(pid|rssBytes|memoryBytes)":\s*\d+/g, '"$1": 0')
      // The time of a file is the machine's own.
      .replace(/"since": "[^"]*"/g, '"since": "<time>"')
      .replace(/"next": "[^"]*"/g, '"next": "<cursor>"')
      .replace(/"version": "\d[^"]*"/g, '"version": "<version>"');
}

const commandId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** An answer is what its operation's schema says, and has no field that the schema does not know: reading it would leave that out. */
function expectDescribed(name: OperationName, answer: unknown): void {
  const { data, error } = operations[name].answer.safeParse(answer);
  expect({ name, issues: error?.issues ?? [], data }).toEqual({ name, issues: [], data: answer });
}

test("every route answers as it is recorded, to what is right and to what is not", async () => {
  const daemon = await testDaemon();
  const hide = steady(daemon);
  const record: string[] = [];
  const asked = new Set<OperationName>();
  let commands = 0;
  const ask = async (
    route: OperationName,
    { params = {}, query = "", body, headers = {} }: Asked = {},
  ): Promise<string> => {
    asked.add(route);
    // So that no two things happen at one moment, and lists have one order.
    daemon.clock.advance(100);
    const { method, path } = routes[route];
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "nothing") + query;
    const isCommand = typeof body === "object";
    const text = isCommand ? JSON.stringify({ id: commandId(++commands), ...body }) : body;
    const answer = await rawRequest({
      socketPath: daemon.paths.socket,
      method,
      path: filled,
      headers: {
        accept: "application/json",
        "skein-client": "recorder",
        ...(isCommand ? { "content-type": "application/json" } : {}),
        ...(text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const type = String(answer.headers["content-type"] ?? "nothing");
    if (type === "application/json" && answer.status < 400) expectDescribed(route, JSON.parse(answer.body));
    const shown =
      type.includes("json") && !type.includes("ndjson")
        ? JSON.stringify(JSON.parse(answer.body), null, 2)
        : answer.body;
    const isOwnDocument = route === "openapi" && answer.status === 200;
    record.push(
      hide(
        `${route}: ${method} ${filled}${text === undefined ? "" : ` ${headers["content-type"] === NDJSON ? "(a file)" : text}`}\n${answer.status} ${type}\n${isOwnDocument ? "(the document)" : shown}\n`,
      ),
    );
    return answer.body;
  };
  /** Follows while something happens; records what came when the stream has ended, or what came last is there. */
  const follow = async (
    route: OperationName,
    { params = {}, query = "", headers = {} }: Asked,
    {
      until: last = null,
      begun = "caught_up",
      meanwhile = async () => {},
    }: { until?: RegExp | null; begun?: string; meanwhile?: (text: string) => Promise<void> } = {},
  ): Promise<() => Promise<void>> => {
    asked.add(route);
    const path = routes[route].path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "nothing") + query;
    const stream = await rawStream({ socketPath: daemon.paths.socket, path, headers: { accept: NDJSON, ...headers } });
    await until("the backlog", () => stream.text().includes(begun));
    await meanwhile(stream.text());
    return async () => {
      if (last) await until(`${last} on ${path}`, () => last.test(stream.text()));
      else await stream.ended;
      stream.close();
      record.push(hide(`${route}: follow ${path} ${JSON.stringify(headers)}\n${stream.text()}\n`));
    };
  };
  const sessionIn = (answer: string): string => JSON.parse(answer).session.id;
  const cwd = daemon.workspace;
  const content = [{ type: "text", text: "hello" }];

  for (const route of [
    "health",
    "ready",
    "server",
    "openapi",
    "caller",
    "agents",
    "processes",
    "sessions",
    "trashed",
    "permissions",
    "attention",
  ] as const)
    await ask(route);
  await ask("agent", { params: { agent: "scripted" } });
  await ask("agent", { params: { agent: "nobody" } });
  await ask("inspectAgents", { body: { quick: true } });
  await ask("confirmOnTerminal", { body: { terminal: "/dev/pts/0" } });
  await ask("create", { body: { cwd: "here" } });
  await ask("create", { body: { cwd, agent: "nobody" } });
  await ask("create", { body: { cwd, nmae: "api" } });
  const session = sessionIn(await ask("create", { body: { cwd, name: "api", env: { A: "1" } } }));
  const params = { session };
  await ask("create", { body: { cwd, name: "api", exactName: true } });
  await ask("attach", { body: { cwd } });
  await ask("resolve", { query: `?ref=api&cwd=${encodeURIComponent(cwd)}` });
  await ask("resolve", { query: "?ref=nobody&cwd=/" });
  await ask("policy", { query: `?cwd=${encodeURIComponent(cwd)}` });

  writeFileSync(join(cwd, "notes.txt"), "");
  await ask("find", { params, query: "?query=nothing" });
  await ask("files", { params, query: "?query=notes.txt" });
  await ask("directories", { query: "?path=/nowhere/at/all" });

  await ask("prompt", { params, body: {} });
  await ask("prompt", { params, body: "{", headers: { "content-type": "application/json" } });
  await ask("prompt", { params, body: "x", headers: { "content-type": "text/plain" } });
  await ask("prompt", { params: { session: commandId(0) }, body: { content } });
  await ask("prompt", { params, body: { content } });
  const agent = await daemon.run();
  await ask("prompt", { params, body: { id: commandId(commands), content } });
  await ask("prompt", { params, body: { id: commandId(commands - 1), content: [{ type: "text", text: "other" }] } });
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.length === 1);
  await ask("prompt", { params, body: { content: [{ type: "text", text: "next" }], held: true } });
  const waiting = commandId(commands);
  await ask("prompts", { params });
  await ask("promptOutcome", { params: { session, prompt: waiting } });
  await ask("promptOutcome", { params: { session, prompt: commandId(0) } });
  await ask("editPrompt", {
    params: { session, prompt: waiting },
    body: { content: [{ type: "text", text: "then" }] },
  });
  await ask("queue", { params, body: { paused: true } });
  await ask("queue", { params, body: { prompts: [waiting] } });
  await ask("withdrawPrompt", { params: { session, prompt: waiting }, body: {} });
  await ask("queue", { params, body: { paused: false } });
  await ask("upload", { body: "some text", headers: { "content-type": "text/plain" } });
  await ask("blob", { params: { hash: "a".repeat(64) } });

  agent.say({
    type: "permission",
    data: {
      id: "q1",
      state: "asked",
      title: "Run `rm x`",
      detail: "rm x",
      options: [
        { id: "yes", label: "Allow once", kind: "allow_once" },
        { id: "no", label: "Deny", kind: "reject_once" },
      ],
    },
  });
  await daemon.ofType(session, "permission");
  const asking = daemon.log.lastCommit();
  await ask("permissions");
  await ask("attention");
  await ask("permission", { params: { session, permission: "q1" } });
  // A quarter of a second has passed: people are told now, and not those who follow later.
  await until("the question to be told", () => (readBookmark(daemon.paths.attention)?.commit ?? 0) >= asking);
  await ask("permission", { params: { session, permission: "q2" } });
  daemon.caller = { kind: "agent" };
  await ask("answer", { params: { session, permission: "q1" }, body: { option: "yes" } });
  await ask("setMode", { params, body: { value: "auto" } });
  daemon.caller = { kind: "person" };
  await ask("answer", { params: { session, permission: "q1" }, body: { option: "maybe" } });
  await ask("answer", { params: { session, permission: "q1" }, body: { option: "no" } });
  await until("the answer", () => agent.heard.some(({ said }) => said === "answer"));
  await ask("answer", { params: { session, permission: "q1" }, body: { option: "yes" } });
  await ask("addRule", { body: { session, rule: 'command = "git status"' } });
  await ask("addRule", { body: { session, rule: '[[allow]]\ncommand = "git status"\n' } });
  await ask("testPolicy", { body: { session } });
  await ask("interrupt", { params, body: { turn: "none" } });
  await ask("interrupt", { params, body: {} });
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  await ask("session", { params });
  await ask("events", { params, query: "?after=0&limit=2" });
  await ask("events", { params, query: "?limit=0" });
  await ask("events", { params, query: "?after=0", headers: { accept: NDJSON } });
  await ask("allEvents", { query: "?after=0&limit=2" });
  const { head } = daemon.log.read({ session, after: 0, limit: 1 });
  const near = `?follow=1&after=${head - 2}`;
  const acknowledged = { until: /"type":"acknowledged".*\n/ };
  const followers = await Promise.all([
    follow("events", { params, query: near }, acknowledged),
    follow("events", { params, query: near, headers: { accept: SSE } }, acknowledged),
    follow("events", { params, headers: { accept: SSE, "last-event-id": String(head) } }, acknowledged),
    follow("allEvents", { query: `?follow=1&after=${daemon.log.lastCommit() - 2}` }, acknowledged),
    follow(
      "allEvents",
      { query: `?after=${daemon.log.lastCommit() - 2}&sessions=${session}`, headers: { accept: SSE } },
      acknowledged,
    ),
    follow("changes", { query: `?after=${daemon.log.lastCommit() + 1}&shelf=all` }, { until: /"commit":20.*\n/ }),
    follow("changes", { headers: { accept: SSE } }, { until: /"commit":20.*\n/ }),
  ]);
  await ask("acknowledge", { params, body: { seq: 3 } });
  for (const end of followers) await end();
  const gone = await follow(
    "changes",
    { query: "?status=stopped", headers: { accept: SSE, "last-event-id": String(daemon.log.lastCommit()) } },
    { until: /removed.*\n/ },
  );
  await gone();
  const wholly = { until: /caught_up.*\n/ };
  await (await follow("events", { params, query: "?follow=1&after=999" }, wholly))();
  await (await follow("allEvents", { query: `?follow=1&after=1&epoch=other&sessions=${commandId(0)}` }, wholly))();
  await ask("focus", { body: { client: commandId(0), session, seconds: 1 } });
  await ask("setMode", { params, body: { value: "yolo" } });
  await ask("setMode", { params, body: { value: "plan" } });
  await ask("setModel", { params, body: { value: "-x" } });
  await ask("setModel", { params, body: { value: "large" } });
  await ask("setLimits", { params, body: { turnMinutes: 5 } });
  await ask("compareEnvironment", { params, body: { env: { A: "2" } } });
  await ask("renewEnvironment", { params, body: { env: { A: "2" } } });
  await ask("rename", { params, body: { value: "web" } });
  await ask("arrange", { params, body: { pinned: true, snooze: { until: null }, position: "a5" } });
  await ask("arrange", { params, body: { pinned: true, snooze: null } });
  await ask("select", { params, body: {} });
  const fork = sessionIn(await ask("fork", { params, body: { name: "branch" } }));
  await ask("clear", { params, body: {} });
  await ask("restart", { params, body: {} });
  await ask("stop", { params, body: {} });
  await ask("archive", { params, body: { value: true } });
  await ask("sessions", { query: "?shelf=all&limit=1" });
  await ask("sessions", { query: "?shelf=all", headers: { accept: NDJSON } });
  await ask("trash", { params: { session: fork }, body: {} });
  await ask("trashed");
  await ask("restore", { params: { session: fork }, body: {} });
  await ask("trash", { params: { session: fork }, body: {} });
  await ask("emptyTrash", { body: { sessions: [fork] } });
  await ask("verify", { params, body: {} });
  await ask("stats", { query: "?since=2026-01-01T00:00:00Z" });
  const lines = daemon.log.read({ session, after: 0, limit: 999 }).events.map(({ line }) => line);
  const file = `${lines.join("\n")}\n`;
  const asFile = { "content-type": NDJSON };
  await ask("importSession", { query: "?dry=1", body: file, headers: asFile });
  await ask("importSession", { query: "?as=new", body: file, headers: asFile });
  await ask("importSession", { body: "{}\n", headers: asFile });
  await ask("backups");
  await ask("backup", { body: {} });
  await ask("webStatus");
  await ask("openWeb", { body: {} });
  await ask("webStatus");
  await ask("pair", { body: {} });
  await ask("devices");
  await ask("push");
  await ask("subscribePush", {
    body: { endpoint: "https://push.example/1", keys: { p256dh: "BA", auth: "AA" }, kinds: [], remindMinutes: 0 },
  });
  await ask("unsubscribePush", { body: {} });
  await ask("testPush", { body: {} });
  await ask("signIn", { body: { code: "nothing" } });
  await ask("signOut", { body: {} });
  await ask("revokeDevices", { body: { devices: ["nothing"] } });
  await ask("revokeDevices", { body: {} });
  await ask("closeWeb", { body: {} });
  await ask("outline", { params });
  await ask("outline", { params, query: "?from=2&to=4" });
  await ask("outline", { params, query: "?from=here" });
  await ask("diff", { params });
  await ask("diff", { params, query: "?turn=t9" });
  await ask("timeline", { params });
  await ask("timeline", { params, query: "?marks=1&limit=3" });
  await ask("timeline", { params, query: "?marks=many" });
  await ask("usage", { query: "?since=2026-01-01T00:00:00.000Z&zone=Europe/Berlin" });
  await ask("usage", { query: "?zone=Moon" });
  await ask("changes", { query: "?status=busy" });
  const useLanes = async (text: string): Promise<void> => {
    const params = { channel: String(JSON.parse(text).id) };
    const path = `/v1/changes?after=${daemon.log.lastCommit() + 1}`;
    await ask("openLane", { params, body: { lane: 1, path } });
    await ask("openLane", { params, body: { lane: 2, path: "/v1/sessions" } });
    await ask("openLane", { body: { lane: 1, path } });
    await ask("closeLane", { params, body: { lane: 1 } });
    await ask("openLane", { params, body: { lane: 3, path } });
  };
  const last = `?follow=1&after=${daemon.log.lastCommit()}`;
  const ended = [
    await follow("allEvents", { query: last }),
    await follow("allEvents", { query: last, headers: { accept: SSE } }),
    await follow("changes", { query: "?status=running" }),
    await follow("channel", {}, { begun: "\n", meanwhile: useLanes }),
  ];
  await ask("drain", { body: { agents: "keep" } });
  for (const end of ended) await end();

  expect([...asked].sort()).toEqual((Object.keys(routes) as OperationName[]).sort());
  await expect(record.join("\n")).toMatchFileSnapshot("recorded-wire.txt");
});
