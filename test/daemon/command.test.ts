import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";

const post = (daemon: TestDaemon, path: string, body: unknown, headers: Record<string, string> = {}) =>
  rawRequest({
    socketPath: daemon.paths.socket,
    method: "POST",
    path,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const content = [{ type: "text", text: "hello" }];

test("the same command again, from any client and after a restart, gives the recorded answer and happens once", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const id = randomUUID();
  const first = await daemon.client.prompt(session, { id, content: [{ type: "text", text: "once" }] });
  const again = await daemon.newClient("other").prompt(session, { id, content: [{ type: "text", text: "once" }] });
  await daemon.restart();
  const later = await daemon.client.prompt(session, { id, content: [{ type: "text", text: "once" }] });
  expect(again).toEqual({ ...first, replayed: true });
  expect(later).toEqual({ ...first, replayed: true });
  expect(
    daemon
      .events(session)
      .filter(({ type, data }) => type === "prompt_queued" && (data as { promptId: string }).promptId === id),
  ).toHaveLength(1);
});

test("ten retries at the same moment happen once, and so does making a session", async () => {
  const daemon = await testDaemon();
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => daemon.client.create({ id, cwd: daemon.workspace, name: "one" })),
  );
  expect(new Set(answers.map(({ session }) => session.id)).size).toBe(1);
  expect(await daemon.client.sessions()).toHaveLength(1);
});

test("an id that was used for something else is refused", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const id = randomUUID();
  await daemon.send(session, "one", id);
  await expect(daemon.send(session, "two", id)).rejects.toMatchObject({ code: "id_reused" });
});

test("an id that is sent to two sessions at once is taken by one, and the other is told that it was used", async () => {
  const id = randomUUID();
  const log = createMemoryLog();
  const append = log.append.bind(log);
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  // Neither is written before both were looked at.
  log.append = async (change) => {
    if (change.receipt?.command === id) {
      if (++waiting === 2) both.resolve();
      await both.promise;
    }
    return append(change);
  };
  const daemon = await testDaemon(log);
  const sessions = [await daemon.newSession(), await daemon.newSession()];
  const answers = await Promise.allSettled(sessions.map((session) => daemon.send(session, "once", id)));
  const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(refusals).toMatchObject([{ code: "id_reused", status: 409, message: expect.stringContaining("another") }]);
  const queued = sessions.flatMap((session) => daemon.types(session)).filter((type) => type === "prompt_queued");
  expect(queued).toHaveLength(1);
  expect(daemon.faults).toEqual([]);
});

test("bad requests are refused with a problem document that says what is wrong", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const prompts = `/v1/sessions/${session}/prompts`;
  const id = randomUUID();
  const cases = [
    {
      answer: await post(daemon, prompts, { id, content, urgent: true }),
      status: 400,
      code: "unknown_field",
      detail: "Unknown field: urgent.",
    },
    {
      answer: await post(daemon, prompts, { content }),
      status: 400,
      code: "id_required",
      detail: "A command needs an `id`: a UUID that the sender creates.",
    },
    {
      answer: await post(daemon, prompts, "{oops"),
      status: 400,
      code: "invalid_body",
      detail: expect.stringContaining("not JSON"),
    },
    {
      answer: await post(daemon, prompts, { id, content: [] }),
      status: 400,
      code: "invalid_body",
      detail: expect.stringContaining("content"),
    },
    {
      answer: await post(daemon, prompts, "hi", { "content-type": "text/plain" }),
      status: 415,
      code: "unsupported_media",
      detail: expect.any(String),
    },
    {
      answer: await post(daemon, prompts, { id, content: [{ type: "text", text: "x".repeat(5_000_000) }] }),
      status: 413,
      code: "too_large",
      detail: "A request can have at most 4 MB.",
    },
    {
      answer: await post(daemon, `/v1/sessions/${id}/prompts`, { id, content }),
      status: 404,
      code: "session_not_found",
      detail: `Session not found: "${id}"`,
    },
    {
      answer: await post(daemon, "/v1/nonsense", {}),
      status: 404,
      code: "route_not_found",
      detail: "There is no POST /v1/nonsense.",
    },
    {
      answer: await rawRequest({ socketPath: daemon.paths.socket, path: `/v1/sessions/${session}/events?after=x` }),
      status: 400,
      code: "invalid_cursor",
      detail: expect.any(String),
    },
    {
      answer: await post(daemon, `/v1/sessions/${session}/interrupt`, { id }),
      status: 409,
      code: "turn_not_running",
      detail: "This session has had no turn yet.",
    },
    {
      answer: await post(daemon, "/v1/sessions", { id, cwd: daemon.workspace, agent: "hal" }),
      status: 422,
      code: "agent_unknown",
      detail: 'There is no agent "hal"; known: scripted.',
    },
    {
      answer: await post(daemon, "/v1/sessions", { id, cwd: daemon.workspace, path: "nowhere" }),
      status: 404,
      code: "path_not_found",
      detail: expect.stringContaining(`${daemon.workspace}/nowhere`),
    },
  ];
  for (const { answer, status, code, detail } of cases) {
    expect({ status: answer.status, type: answer.headers["content-type"] }).toEqual({
      status,
      type: "application/problem+json",
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      status,
      code,
      detail,
      title: expect.any(String),
      retryable: false,
    });
  }
  expect(daemon.types(session)).toEqual(["session_start", "selected"]);
});

test("a config file with a mistake is named with its line, and nothing is lost by it", async () => {
  const { writeFileSync } = await import("node:fs");
  const daemon = await testDaemon();
  writeFileSync(daemon.paths.config, "default_agent = \n");
  await expect(daemon.newSession()).rejects.toMatchObject({
    code: "config_invalid",
    message: expect.stringContaining(`${daemon.paths.config}:1`),
  });
  writeFileSync(daemon.paths.config, 'default_agent = "scripted"\n');
  await expect(daemon.newSession()).resolves.toEqual(expect.any(String));
});
