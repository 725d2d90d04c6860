import { expect, test, vi } from "vitest";
import { Client, ConnectionError, ProblemError } from "../../src/client/index.ts";
import { limits } from "../../src/protocol/index.ts";
import { FakeServer, noWait } from "./fake-server.ts";

const answer = { id: "i", session: "s", seq: 4, outcome: { state: "queued", position: 0 } };
const good = { chunks: [JSON.stringify(answer)] };
const draining = { status: 503, chunks: [JSON.stringify({ code: "draining", detail: "going", retryable: true })] };

const clientOf = (server: FakeServer, revive?: () => Promise<void>): Client => {
  let ids = 0;
  const newId = (): string => `id-${++ids}`;
  return new Client({ transport: server.transport, name: "test", wait: noWait, newId, ...(revive ? { revive } : {}) });
};
const send = (client: Client, text = "hi") => client.prompt("s", { content: [{ type: "text", text }] });

test("a command whose connection breaks is sent again with the same id", async () => {
  const server = new FakeServer([{ chunks: ['{"id":'], end: "lost" }, draining, good]);
  expect(await send(clientOf(server))).toEqual(answer);
  const ids = server.requests.map(({ body }) => JSON.parse(body ?? "").id);
  expect(ids).toEqual(["id-1", "id-1", "id-1"]);
});

test("an id of the caller's own is used as it is", async () => {
  const server = new FakeServer([good]);
  await clientOf(server).prompt("s", { id: "mine", content: [{ type: "text", text: "hi" }] });
  expect(JSON.parse(server.requests[0]?.body ?? "").id).toBe("mine");
});

test("a daemon that is not there is brought back, or else it is an error at once", async () => {
  const revive = vi.fn(async () => {});
  expect(await send(clientOf(new FakeServer(["absent", good]), revive))).toEqual(answer);
  expect(revive).toHaveBeenCalledOnce();

  const alone = new FakeServer(["absent", good]);
  await expect(send(clientOf(alone))).rejects.toMatchObject({ kind: "absent" });
  expect(alone.requests).toHaveLength(1);
});

test("a daemon that was told to stop is not started by what an open session asks for at its end", async () => {
  const hello = JSON.stringify({ frame: "hello", epoch: "e", after: 0, head: 0 });
  const bye = JSON.stringify({ frame: "bye", reason: "draining" });
  const revive = vi.fn(async () => {});
  const away = Array.from({ length: 7 }, () => "absent" as const);
  const client = clientOf(new FakeServer([{ chunks: [`${hello}\n${bye}\n`] }, draining, ...away, good]), revive);
  for await (const item of client.follow("s", { after: 0 })) {
    if (item.kind !== "frame" || item.frame.frame !== "bye") continue;
    await expect(client.session("s")).rejects.toMatchObject({ kind: "stopped" });
    expect(revive).not.toHaveBeenCalled();
    // But by a prompt it is.
    expect(await send(client)).toEqual(answer);
    expect(revive).toHaveBeenCalledOnce();
    break;
  }
});

test("it does not try for ever", async () => {
  const server = new FakeServer(Array.from({ length: 100 }, () => draining));
  await expect(send(clientOf(server))).rejects.toMatchObject({ code: "draining" });
  expect(server.requests.length).toBeLessThan(30);
});

test("a refusal carries its code, its sentence and its facts", async () => {
  const document = {
    type: "",
    title: "",
    code: "ambiguous",
    detail: "two",
    status: 409,
    retryable: false,
    candidates: [1],
  };
  const server = new FakeServer([{ status: 409, chunks: [JSON.stringify(document)] }]);
  const error = await clientOf(server)
    .resolve({ ref: "a", cwd: "/" })
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: "ambiguous", message: "two", status: 409, facts: { candidates: [1] } });
});

test("an answer that is no problem document is an error too", async () => {
  const error = await send(clientOf(new FakeServer([{ status: 502, chunks: ["<html>"] }]))).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "internal", message: "The daemon answered with status 502: <html>." });
});

test("what is larger than the daemon takes is refused before it is sent", async () => {
  const server = new FakeServer([good]);
  const error = await send(clientOf(server), "x".repeat(limits.bodyBytes)).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "too_large", facts: { limit: limits.bodyBytes } });
  expect(server.requests).toHaveLength(0);
});

test("a list that breaks off is asked for again, and no session is in it twice", async () => {
  const server = new FakeServer([
    { chunks: ['{"id":"a"}\n{"id":"b"}\n'], end: "lost" },
    { chunks: ['{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n'] },
  ]);
  const listed = await clientOf(server).sessions();
  expect(listed.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("ids go into paths as they are", async () => {
  const server = new FakeServer([good, good]);
  const client = clientOf(server);
  await client.answer("s 1", "p/2", { option: "yes" });
  await client.resolve({ ref: "a b&c", cwd: "/tmp/x" });
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/v1/sessions/s%201/permissions/p%2F2/answer",
    "/v1/resolve?ref=a+b%26c&cwd=%2Ftmp%2Fx",
  ]);
});

test("an error that is no connection error is not retried", async () => {
  const transport = vi.fn(async () => {
    throw new Error("a bug");
  });
  const client = new Client({ transport, name: "test", wait: noWait });
  await expect(client.server()).rejects.toThrow("a bug");
  expect(transport).toHaveBeenCalledOnce();
  expect(new ConnectionError("lost", "x")).toBeInstanceOf(Error);
});
