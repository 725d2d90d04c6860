import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer, request as requestTls } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "../../src/daemon/server/connections.ts";
import { isOpensslThere, selfSigned } from "../kit/certificate.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";

test("clients that never finish what they ask for give their places back", async () => {
  const server = createServer({ connectionsCheckingInterval: 10 }, (_, response) => response.end("ok"));
  limitConnections(server, { descriptors: 8, headersMs: 100 });
  const socketPath = join(tempDir(), "socket");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  const halfOpen = Array.from({ length: 4 }, (): Socket => {
    const socket = connect(socketPath).on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write("GET / HTTP/1.1\r\nhost: ");
    return socket.resume();
  });
  await until("an answer", () => rawRequest({ socketPath, path: "/" }).catch(() => null));
  await until("all of them to be cut", () => halfOpen.every(({ closed }) => closed));
});

const beginnings = {
  nothing: "",
  "half a header": "GET / HTTP/1.1\r\nhost: ",
  "half a body": "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf",
  "a request long ago": "GET / HTTP/1.1\r\nhost: x\r\n\r\n",
};

test.for(Object.entries(beginnings))(
  "who has sent %s makes room for whoever comes when all places are taken",
  async ([, text]) => {
    const server = createServer((request, response) => request.resume().on("end", () => response.end("ok")));
    // Nobody is cut for the time that it takes.
    limitConnections(server, { descriptors: 16, headersMs: 1_000_000 });
    const socketPath = await listen(server);
    const idle = await Promise.all(
      Array.from({ length: 20 }, async (): Promise<Socket> => {
        const socket = connect(socketPath).on("error", () => {});
        onTestFinished(() => void socket.destroy());
        await once(socket, "connect");
        socket.write(text);
        return socket.resume();
      }),
    );
    for (let n = 0; n < 20; n++) expect(await rawRequest({ socketPath, path: "/" })).toMatchObject({ status: 200 });
    await until("some to be cut", () => idle.some(({ closed }) => closed));
  },
);

test("who is being answered keeps its place, and the one that idles longest goes first", async () => {
  const server = createServer((request, response) => {
    response.write("begins");
    if (request.url === "/quick") response.end();
  });
  limitConnections(server, { descriptors: 12, headersMs: 1_000_000 });
  const socketPath = await listen(server);
  const streams = await Promise.all(["/1", "/2", "/3"].map((path) => rawStream({ socketPath, path })));
  let over = 0;
  for (const { ended, close } of streams) {
    onTestFinished(close);
    void ended.then(() => over++);
  }
  const open = async (): Promise<Socket> => {
    const socket = connect(socketPath).on("error", () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket.resume();
  };
  const [first, second] = [await open(), await open()];
  expect(await rawRequest({ socketPath, path: "/quick" })).toMatchObject({ status: 200, body: "begins" });
  await until("the first to go", () => first.closed);
  expect(second.closed).toBe(false);
  for (let n = 0; n < 10; n++)
    expect(await rawRequest({ socketPath, path: "/quick" })).toMatchObject({ status: 200, body: "begins" });
  expect(over).toBe(0);
});

test("who does not read its answer makes room when nobody idles", async () => {
  const large = Buffer.alloc(8_000_000);
  const server = createServer((request, response) => response.end(request.url === "/large" ? large : "ok"));
  limitConnections(server, { descriptors: 12, headersMs: 1_000_000 });
  const socketPath = await listen(server);
  const readers = await Promise.all(
    Array.from({ length: 8 }, async (): Promise<Socket> => {
      const socket = connect(socketPath).on("error", () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      // More requests behind it change nothing.
      socket.pause().write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3));
      return socket;
    }),
  );
  await until("their answers to begin", () => readers.every(({ bytesWritten }) => bytesWritten > 0));
  for (let n = 0; n < 5; n++) expect(await rawRequest({ socketPath, path: "/" })).toMatchObject({ status: 200 });
});

test.skipIf(!isOpensslThere())("who never begins to speak TLS makes room for whoever does", async () => {
  const { cert, key } = selfSigned("127.0.0.1");
  const secrets = { cert: readFileSync(cert), key: readFileSync(key) };
  const server = createTlsServer(secrets, (_, response) => response.end("ok"));
  limitConnections(server as unknown as Server, { descriptors: 12, headersMs: 1_000_000 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < 10; n++) {
    const silent = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void silent.destroy());
    await once(silent, "connect");
  }
  for (let n = 0; n < 10; n++) {
    const sent = requestTls({ port, host: "127.0.0.1", agent: false, rejectUnauthorized: false }).end();
    const [response] = await once(sent, "response");
    expect(await text(response)).toBe("ok");
  }
});

test("where everybody else is being answered, the last place is for whoever comes", async () => {
  const server = createServer((request, response) => {
    response.write("begins");
    if (request.url === "/quick") response.end();
  });
  limitConnections(server, { descriptors: 8, headersMs: 1_000_000 });
  const socketPath = await listen(server);
  for (const path of ["/1", "/2", "/3"]) onTestFinished((await rawStream({ socketPath, path })).close);
  for (let n = 0; n < 5; n++)
    expect(await rawRequest({ socketPath, path: "/quick" })).toMatchObject({ status: 200, body: "begins" });
});

async function listen(server: Server): Promise<string> {
  const socketPath = join(tempDir(), "socket");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  return socketPath;
}

test.for<[number, number]>([
  [128, 64],
  [1024, 512],
  [1_000_000, 4096],
  [Number.POSITIVE_INFINITY, 4096],
  [1, 1],
])("with %d descriptors %d clients may be in", ([descriptors, clients]) => {
  const server = createServer();
  limitConnections(server, { descriptors });
  expect(server.maxConnections).toBe(clients);
});
