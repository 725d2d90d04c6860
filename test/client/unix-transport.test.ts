import { chmodSync, lchownSync, renameSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createPlainServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { unixTransport } from "../../src/client/index.ts";
import { textOf } from "../../src/client/lines.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";

async function serve(listener: RequestListener): Promise<{ path: string; sockets: Set<Socket> }> {
  const path = join(tempDir(), "s.sock");
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { path, sockets };
}

const get = { method: "GET", path: "/x", headers: {} };

test("sends method, path, headers and body, and gives status and body back", async () => {
  const { path } = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.writeHead(201).end(`${request.method} ${request.url} ${request.headers["skein-client"]} ${body}`);
  });
  const headers = { "skein-client": "test" };
  const { status, body } = await unixTransport(path)({ method: "POST", path: "/x?y=1", headers, body: "é" });
  expect([status, await textOf(body)]).toEqual([201, "POST /x?y=1 test é"]);
});

test("nobody listening is told from a connection that broke", async () => {
  await expect(unixTransport(join(tempDir(), "none.sock"))(get)).rejects.toMatchObject({
    kind: "absent",
    isSocketGone: true,
  });
  const { path } = await serve((_, response) => response.destroy());
  await expect(unixTransport(path)(get)).rejects.toMatchObject({ kind: "lost" });
});

test("a socket that a server left behind is told from one that is gone", async () => {
  const path = join(tempDir(), "s.sock");
  const server = createPlainServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  renameSync(path, `${path}.left`);
  await new Promise((resolve) => server.close(resolve));
  const left = unixTransport(`${path}.left`)(get);
  await expect(left).rejects.toMatchObject({ kind: "absent", isSocketGone: false });
});

test("an answer that breaks off is an error, not a short answer", async () => {
  const { path } = await serve((_, response) => {
    response.write("half");
    setImmediate(() => response.destroy());
  });
  const { body } = await unixTransport(path)(get);
  await expect(textOf(body)).rejects.toMatchObject({ kind: "lost" });
});

/** A server that answers whoever comes and is gone, without a look at what they send. */
async function refuseAll(): Promise<{ path: string; refused: Promise<void> }> {
  const path = join(tempDir(), "s.sock");
  const said = '{"code":"invalid_import","detail":"Line 1"}';
  const answer = `HTTP/1.1 400 Bad Request\r\ncontent-length: ${said.length}\r\nconnection: close\r\n\r\n${said}`;
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  const server = createPlainServer((socket) => {
    socket.write(answer);
    socket.destroy();
    resolve();
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  onTestFinished(() => void server.close());
  return { path, refused };
}

test("who is refused before all was sent gets the answer, and not the broken pipe", async () => {
  const { path, refused } = await refuseAll();
  async function* upload(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("first\n");
    await refused;
    for (let n = 0; n < 100; n++) yield Buffer.alloc(100_000);
  }
  const request = { method: "POST", path: "/v1/import", headers: {}, stream: upload() };
  const { status, body } = await unixTransport(path)(request);
  expect([status, JSON.parse(await textOf(body))]).toEqual([400, { code: "invalid_import", detail: "Line 1" }]);
});

test("a body in one piece that nobody reads is answered, too", async () => {
  const { path } = await refuseAll();
  const { status } = await unixTransport(path)({
    method: "POST",
    path: "/x",
    headers: {},
    body: "x".repeat(10_000_000),
  });
  expect(status).toBe(400);
});

test("a server that goes in the midst of an upload without an answer is a connection that broke", async () => {
  const { path } = await serve((request) => void request.once("data", () => request.destroy()));
  async function* upload(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 1000; n++) yield Buffer.alloc(100_000);
  }
  const request = { method: "POST", path: "/x", headers: {}, stream: upload() };
  await expect(unixTransport(path)(request)).rejects.toMatchObject({ kind: "lost" });
});

test("an upload that can't be read fails with its own reason, and not as a connection that broke", async () => {
  const { path } = await serve((request) => void request.resume());
  async function* upload(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("first\n");
    throw new RangeError("Invalid string length");
  }
  const request = { method: "POST", path: "/x", headers: {}, stream: upload() };
  await expect(unixTransport(path)(request)).rejects.toThrow(RangeError);
});

test("a consumer that stops closes the socket", async () => {
  const { path, sockets } = await serve((_, response) => response.write("first\n"));
  const { body } = await unixTransport(path)(get);
  for await (const _ of body) break;
  await until("the socket to close", () => sockets.size === 0);
});

test("a consumer that does not read holds the sender back", async () => {
  let written = 0;
  const { path } = await serve((_, response) => {
    const fill = (): void => {
      while (written < 64 * 1024 * 1024 && response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
    };
    response.on("drain", fill);
    fill();
  });
  const { body } = await unixTransport(path)(get);
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  let before = -1;
  await until("the sender to stand still", async () => {
    const isStill = written === before;
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return isStill;
  });
  expect(written).toBeLessThan(16 * 1024 * 1024);
  await chunks.return?.();
});

test("the signal breaks a request off", async () => {
  const controller = new AbortController();
  const { path } = await serve((_, response) => response.write("first\n"));
  const { body } = await unixTransport(path)({ ...get, signal: controller.signal });
  const read = textOf(body);
  controller.abort();
  await expect(read).rejects.toThrow();
});

/** A server that tells what it heard, in a directory of its own. */
async function overheard(): Promise<{ path: string; dir: string; heard: string[] }> {
  const heard: string[] = [];
  const { path } = await serve((request, response) => {
    heard.push(request.url ?? "");
    response.end();
  });
  return { path, dir: dirname(path), heard };
}

test.for<[what: string, make: (place: { path: string; dir: string }) => string | undefined, why: string]>([
  ["the directory can be written by all", ({ dir }) => void chmodSync(dir, 0o777), "others can write to "],
  ["the directory can be written by its group", ({ dir }) => void chmodSync(dir, 0o770), "others can write to "],
  [
    "it is a link, though to a socket of ours",
    ({ path, dir }) => {
      symlinkSync(path, join(dir, "link.sock"));
      return join(dir, "link.sock");
    },
    "is a link, and a daemon never creates one; remove it: rm ",
  ],
])("nothing is said at a socket where %s", async ([, make, why]) => {
  const { path, dir, heard } = await overheard();
  const socket = make({ path, dir }) ?? path;
  await expect(unixTransport(socket)(get)).rejects.toMatchObject({
    kind: "forbidden",
    message: expect.stringContaining(why),
  });
  expect(heard).toEqual([]);
});

test("our own socket is used in a shared directory that is sticky, and through a link of ours to its directory", async () => {
  const { path, dir, heard } = await overheard();
  chmodSync(dir, 0o1777);
  await unixTransport(path)(get);
  const link = join(tempDir(), "link");
  symlinkSync(dir, link);
  await unixTransport(join(link, "s.sock"))(get);
  expect(heard).toEqual(["/x", "/x"]);
});

describe.skipIf(withoutRoot("sockets of other users"))("nothing is said to another user", () => {
  const MALLORY = 12_002;

  test.for<[what: string, make: (place: { path: string; dir: string }) => void]>([
    ["whose socket it is", ({ path }) => lchownSync(path, MALLORY, MALLORY)],
    ["whose directory it lies in", ({ dir }) => lchownSync(dir, MALLORY, MALLORY)],
    [
      "whose socket it is, in a sticky directory",
      ({ path, dir }) => [lchownSync(path, MALLORY, MALLORY), chmodSync(dir, 0o1777)],
    ],
  ])("%s", async ([, make]) => {
    const { path, dir, heard } = await overheard();
    make({ path, dir });
    const { connect } = await import("../../src/client-entry/node.ts");
    await expect(connect({ socket: path }).server()).rejects.toMatchObject({
      kind: "forbidden",
      message: expect.stringContaining(`belongs to user ${MALLORY}, and you are 0`),
    });
    expect(heard).toEqual([]);
  });

  test("whose link leads to the directory", async () => {
    const { dir, heard } = await overheard();
    const link = join(tempDir(), "link");
    symlinkSync(dir, link);
    lchownSync(link, MALLORY, MALLORY);
    await expect(unixTransport(join(link, "s.sock"))(get)).rejects.toMatchObject({
      kind: "forbidden",
      message: expect.stringContaining(`is a link of user ${MALLORY}`),
    });
    expect(heard).toEqual([]);
  });
});
