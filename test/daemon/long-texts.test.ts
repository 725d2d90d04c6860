// Long texts, end to end: what an agent prints and what people write, whole in the log and small in events, pages and state.
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { Driver } from "../../src/agents/index.ts";
import { blobsIn } from "../../src/core/index.ts";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { scriptedRegistry } from "../kit/scripted-agent.ts";
import { TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

const textOf = async ({ client }: TestDaemon, hash: string): Promise<string> =>
  (await buffer(client.blob(hash))).toString();

const PAGE_BYTES = 64 * 1024;

test("[A-14] a tool output of megabytes in one line is one small event, and whole behind its reference", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const output = "each line of it\n".repeat(200_000);
  agent.say({ type: "tool_call_update", data: { toolCallId: "c1", output } });
  const event = await daemon.ofType(session, "tool_call_update");
  expect(JSON.stringify(event).length).toBeLessThan(8_000);
  expect(output.startsWith(String(event.data.output))).toBe(true);
  const [reference] = blobsIn(event.data);
  expect(reference).toMatchObject({ at: "/output", from: 0, hash: sha(output), bytes: output.length });
  expect(await textOf(daemon, sha(output))).toBe(output);
  // What came behind the line was read, too.
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "done" } });
  expect((await daemon.ofType(session, "agent_message")).data).toEqual({ messageId: "m1", text: "done" });
});

test("a long field of a short line leaves its event as well, and pages stay small", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const input = { path: "a.txt", content: "y".repeat(300_000) };
  for (const toolCallId of ["c1", "c2", "c3", "c4"])
    agent.say({ type: "tool_call", data: { toolCallId, title: "Write", kind: "edit", status: "running", input } });
  await daemon.event(session, ({ data }) => data.toolCallId === "c4");
  const page = await rawRequest({ socketPath: daemon.paths.socket, path: `/v1/sessions/${session}/events` });
  expect(page.body.length).toBeLessThan(PAGE_BYTES);
  expect(await textOf(daemon, sha(input.content))).toBe(input.content);
});

test.for(["stream", "oneshot"] as const)(
  "a long prompt reaches a %s agent whole, and stays small everywhere else",
  async (transport) => {
    const daemon = new TestDaemon(createMemoryLog());
    const driver: Driver = { ...scriptedRegistry.list()[0]!, transport };
    daemon.registry = { get: () => driver, list: () => [driver], defaultAgent: async () => driver };
    await daemon.start();
    const session = await daemon.newSession();
    const prompt = `first line\n${"p".repeat(1_000_000)}😀`;
    await daemon.send(session, prompt);
    const agent = await daemon.run();
    if (transport === "stream") agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the prompt to arrive", () =>
      transport === "stream" ? agent.prompts.length > 0 : agent.spec.stdin.kind === "file",
    );
    const { stdin } = agent.spec;
    const arrived = stdin.kind === "file" ? Buffer.from(stdin.bytes).toString() : agent.prompts[0];
    expect(arrived === prompt).toBe(true);
    const delivered = await daemon.ofType(session, "user_prompt");
    expect(blobsIn(delivered.data)).toEqual(blobsIn((await daemon.ofType(session, "prompt_queued")).data));
    expect(await textOf(daemon, sha(prompt))).toBe(prompt);
    const { state } = await daemon.client.session(session);
    expect(JSON.stringify(state).length).toBeLessThan(20_000);
    expect(state.prompt.title).toBe("first line");
  },
);

test("the long reason of an answer reaches the agent whole", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const options = [{ id: "no", label: "No", kind: "reject_once" as const }];
  agent.say({
    type: "permission",
    data: { id: "q1", state: "asked", title: "Run", detail: "d".repeat(90_000), options },
  });
  await daemon.ofType(session, "permission");
  expect((await daemon.client.session(session)).state.permission.open[0]?.blobs).toMatchObject([
    { at: "/detail", bytes: 90_000 },
  ]);
  const message = "because ".repeat(10_000);
  await daemon.client.answer(session, "q1", { option: "no", message });
  const answer = await until("the answer", () => agent.heard.find((one) => one.said === "answer"));
  expect(answer.said === "answer" && answer.message === message).toBe(true);
});

test("a line that is no JSON is shown by its beginning and kept whole", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const line = `oops ${"z".repeat(1_500_000)}`;
  agent.raw(`${line}\n`);
  const notice = await daemon.event(session, ({ data }) => data.kind === "line_too_long");
  expect(notice.data.text).toBe("the agent wrote one line of 1.4 MB that Skein could not read");
  expect(line.startsWith(String(notice.data.raw))).toBe(true);
  expect(await textOf(daemon, sha(line))).toBe(line);
});

test("a line that an agent did not end is kept, however long it is", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const line = `{"type":"agent_message","data":{"text":"${"z".repeat(1_500_000)}`;
  agent.raw(line);
  agent.exit({ kind: "signaled", signal: "SIGKILL" });
  const notice = await daemon.event(session, ({ data }) => data.kind === "partial_line");
  expect(blobsIn(notice.data)).toMatchObject([{ at: "/raw", hash: sha(line), bytes: line.length }]);
  expect(await textOf(daemon, sha(line))).toBe(line);
});

/** A log that takes no part of a long text until it is told to. */
function slowWithTexts() {
  const log = createMemoryLog();
  const gate = Promise.withResolvers<void>();
  let isWaiting = false;
  const openBlob: Log["openBlob"] = () => {
    const blob = log.openBlob();
    return {
      ...blob,
      async write(part) {
        isWaiting = true;
        await gate.promise;
        return blob.write(part);
      },
      // Behind the parts, as in any log.
      finish: () => gate.promise.then(() => blob.finish()),
    };
  };
  return { log: { ...log, openBlob }, isWaiting: () => isWaiting, goOn: gate.resolve };
}

test("commands are heard while a long line is read, and what stands behind it waits", async () => {
  const { log, isWaiting, goOn } = slowWithTexts();
  const daemon = await testDaemon(log);
  onTestFinished(() => goOn());
  const { session, agent } = await daemon.working("go");
  agent.say(
    { type: "tool_call_update", data: { toolCallId: "c1", output: "o".repeat(1_200_000) } },
    { type: "agent_message", data: { messageId: "m1", text: "behind" } },
  );
  await until("the line to be read", isWaiting);
  agent.say({ type: "agent_message", data: { messageId: "m1", text: " and more" } });
  await daemon.send(session, "meanwhile");
  expect(daemon.types(session)).toContain("prompt_queued");
  expect(daemon.types(session)).not.toContain("agent_message");
  goOn();
  await daemon.ofType(session, "agent_message");
  expect(daemon.types(session).slice(-3)).toEqual(["prompt_queued", "tool_call_update", "agent_message"]);
});

const stopped = {
  code: "line_too_long",
  message: expect.stringMatching(/^The agent wrote one line of [\d.]+ MB that Skein could not read\./),
  hint: "send a prompt to continue in a new run",
};

test("a question in a line that stays too long ends the run with an error, and the next prompt goes on with the conversation", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const form = Array.from({ length: 400 }, (_, n) => ({
    id: `f${n}`,
    label: "l".repeat(15_000),
    kind: "text" as const,
  }));
  const options = [{ id: "yes", label: "Allow once", kind: "allow_once" as const }];
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "t", detail: "d", options, form } });
  await daemon.ofType(session, "agent_exit");
  expect(agent.stopped).toBe(true);
  expect((await daemon.ofType(session, "error")).data).toMatchObject(stopped);
  expect((await daemon.ofType(session, "turn_end")).data).toMatchObject({ reason: "interrupted" });
  expect((await daemon.client.inbox()).items).toEqual([]);
  await daemon.send(session, "again");
  expect((await daemon.run(2)).heard[0]).toEqual({ said: "open", nativeId: "native-1", resumed: true });
});

test("such a line of an agent at rest leaves its beginning, and the agent goes on", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  agent.raw(`${JSON.stringify(Array.from({ length: 400 }, () => "l".repeat(15_000)))}\n`);
  await daemon.event(session, ({ data }) => data.kind === "line_too_long");
  await daemon.send(session, "again");
  await until("the prompt", () => agent.prompts.includes("again"));
});

test("a line that can't be read at all leaves its beginning, and ends the run", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  daemon.means(/^a long line of an agent could not be read/);
  daemon.keeper.isSpoolDeleted = true;
  agent.say({ type: "tool_call_update", data: { toolCallId: "c1", output: "o".repeat(1_200_000) } });
  expect((await daemon.ofType(session, "error")).data).toMatchObject(stopped);
  await daemon.ofType(session, "agent_exit");
  const notice = await daemon.ofType(session, "notice");
  expect(notice.data).toMatchObject({
    kind: "line_too_long",
    raw: expect.stringMatching(/^\{"type":"tool_call_update"/),
  });
  expect(daemon.faults).toHaveLength(2);
});

test("a mark that an agent prints is text like any other", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const text = `${"0".repeat(32)}:${"ab".repeat(32)}:70000:0;`;
  agent.say({ type: "agent_message", data: { messageId: "m1", text } });
  expect((await daemon.ofType(session, "agent_message")).data).toEqual({ messageId: "m1", text });
});

test("a text is served as plain text that never changes; an unknown one is refused with a sentence", async () => {
  const daemon = await testDaemon();
  const { socket: socketPath } = daemon.paths;
  const { session } = await daemon.working(`<script>${"p".repeat(100_000)}`);
  const [reference] = blobsIn((await daemon.ofType(session, "user_prompt")).data);
  const { status, headers, body } = await rawRequest({ socketPath, path: `/v1/blobs/${reference?.hash}` });
  expect([status, body.length]).toEqual([200, 100_008]);
  expect(headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-length": "100008",
    "cache-control": expect.stringContaining("immutable"),
  });
  for (const name of ["0".repeat(64), "..%2f..", "x".repeat(3000)]) {
    const refused = await rawRequest({ socketPath, path: `/v1/blobs/${name}` });
    expect(JSON.parse(refused.body)).toMatchObject({
      status: 404,
      code: "blob_not_found",
      detail: expect.stringContaining("64 hex digits"),
    });
  }
});

test("a reader that stalls is cut after a minute; until then nobody takes the text away from it", async () => {
  const daemon = await testDaemon();
  const { log, clock, paths } = daemon;
  const writer = log.openBlob();
  await writer.write(new Uint8Array(20_000_000));
  const { hash } = await writer.finish();
  const stream = await rawStream({ socketPath: paths.socket, path: `/v1/blobs/${hash}` });
  stream.pause();
  let hours = 0;
  const collect = (): Promise<number> => log.collectGarbage(++hours * 3_600_000);
  for (let pass = 0; pass < 4; pass++) expect(await collect()).toBe(0);
  await until("the reader to be cut", async () => {
    clock.advance(60_000);
    await collect();
    return log.blob(hash) === null;
  });
  stream.close();
});

test.for([4_000, 8_000, 100_000])(
  "what is nested %i deep is stored or becomes a notice, and the session goes on",
  async (depth) => {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("go");
    const data = (input: string): string =>
      `{"toolCallId":"c1","title":"t","kind":"other","status":"running","input":${input}}`;
    agent.raw(`{"type":"tool_call","data":${data(`${"[".repeat(depth)}${"]".repeat(depth)}`)}}\n`);
    agent.say({ type: "agent_message", data: { messageId: "m1", text: "behind" } });
    await daemon.ofType(session, "agent_message");
    const told = daemon.events(session).filter(({ type }) => type === "tool_call" || type === "notice");
    expect(told).toHaveLength(1);
    if (depth === 100_000) expect(told[0]?.data).toMatchObject({ kind: "unstorable" });
  },
);
