// Whoever sends a file may take its time: only one that says nothing for very long is given up, and hears why.
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unixTransport } from "../../src/client/unix-transport.ts";
import { arriving } from "../../src/daemon/http/incoming-body.ts";
import { limitConnections } from "../../src/daemon/server/connections.ts";
import { manualClock } from "../kit/manual-clock.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const MINUTE_MS = 60_000;

const uploads = {
  "/v1/blobs": ["application/octet-stream", "half a file"],
  "/v1/import": ["application/x-ndjson", '{"session":'],
  "/v1/import?dry=1": ["application/x-ndjson", '{"session":'],
} as const;

/** Sends half of a request; `heard` grows. */
async function sendHalf(socketPath: string, { path, type, text }: { path: string; type: string; text: string }) {
  const socket: Socket = connect(socketPath).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  await once(socket, "connect");
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${text.length * 2}\r\n\r\n`;
  socket.write(head + text);
  return { socket, heard: () => heard };
}

test.for(Object.entries(uploads))("%s that says no more is refused with the reason", async ([path, [type, text]]) => {
  const daemon = await testDaemon();
  const { heard } = await sendHalf(daemon.paths.socket, { path, type, text });
  await until("an answer", () => {
    daemon.clock.advance(MINUTE_MS);
    return heard().includes('"code"');
  });
  expect(heard()).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_body".*The upload stalled for 10 minutes/s);
  expect(daemon.faults).toEqual([]);
});

test("what keeps coming is taken, however long all of it takes", async () => {
  const clock = manualClock();
  async function* slow() {
    for (let n = 0; n < 20; n++) {
      yield new Uint8Array([n]);
      clock.advance(9 * MINUTE_MS);
    }
  }
  const taken: number[] = [];
  for await (const part of arriving(slow(), clock)) taken.push(...part);
  expect(taken).toHaveLength(20);
});

test("a request that stays half a request is cut after a while, but not an upload", async () => {
  const server = createServer((request, response) => request.resume().on("end", () => response.end("taken")));
  limitConnections(server, { requestMs: 50 });
  const socketPath = join(tempDir(), "socket");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  expect(server.requestTimeout).toBe(0);
  const type = "application/json";
  const upload = await sendHalf(socketPath, { path: "/v1/import?dry=1", type, text: "half" });
  const command = await sendHalf(socketPath, { path: "/v1/sessions", type, text: "half" });
  await until("the command to be cut", () => command.socket.closed);
  expect(command.heard()).toMatch(/^HTTP\/1\.1 408 /);
  upload.socket.write("half");
  await until("the upload to be taken", () => upload.heard().includes("taken"));
});

test("half a request behind one that is being answered ends the connection, and says nothing in the midst of that answer", async () => {
  const server = createServer((request, response) => {
    if (request.method === "GET")
      response.writeHead(200, { "content-length": 100 }).write("the beginning of an answer");
  });
  limitConnections(server, { requestMs: 50 });
  const socketPath = join(tempDir(), "socket");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  const socket: Socket = connect(socketPath).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  socket.write("GET /v1/sessions HTTP/1.1\r\nhost: x\r\n\r\n");
  socket.write("POST /v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 8\r\n\r\nhalf");
  await until("the connection to end", () => socket.closed);
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(heard).toMatch(/the beginning of an answer$/);
});

test("what is sent is announced before its first byte is there", async () => {
  const asked = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    asked.resolve();
    request.resume().on("end", () => response.end("taken"));
  });
  const socketPath = join(tempDir(), "socket");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  async function* late() {
    await asked.promise;
    yield new TextEncoder().encode("late");
  }
  const send = unixTransport(socketPath);
  const answer = await send({ method: "POST", path: "/v1/import", headers: {}, stream: late(), isLong: true });
  expect(answer.status).toBe(200);
  for await (const _ of answer.body);
});
