import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "../../src/daemon/connections.ts";
import { rawRequest } from "../kit/raw-request.ts";
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

test("the process's own limit is found", () => {
  const server = createServer();
  limitConnections(server);
  expect(server.maxConnections).toBeGreaterThan(1);
});
