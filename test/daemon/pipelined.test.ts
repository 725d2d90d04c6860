// Requests that are sent before the ones in front of them are answered: each waits for its turn, and nothing is prepared that nobody takes.
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MAX_WAITING, oneByOne } from "../../src/daemon/server/one-by-one.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const follow = (session: string): string =>
  `GET /v1/sessions/${session}/events?follow=1 HTTP/1.1\r\nhost: x\r\naccept: application/x-ndjson\r\n\r\n`;

/** How often the list was read. */
function countLists({ log }: TestDaemon): () => number {
  const sessions = log.sessions.bind(log);
  let count = 0;
  log.sessions = (query) => {
    count++;
    return sessions(query);
  };
  return () => count;
}

async function connected(path: string): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(path).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  return { socket, heard: () => heard };
}

test("what is asked behind a stream is not even looked at before that has ended", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const lists = countLists(daemon);
  const { socket, heard } = await connected(daemon.paths.socket);
  socket.write(follow(session) + get("/v1/sessions").repeat(50));
  await until("the stream", () => heard().includes("session_start"));
  const { socket: other, heard: answer } = await connected(daemon.paths.socket);
  other.write(get("/healthz"));
  await until("another's answer", () => answer().includes("200 OK"));
  expect(lists()).toBe(0);
});

test("what is asked at once is answered in order", async () => {
  const daemon = await testDaemon();
  const { socket, heard } = await connected(daemon.paths.socket);
  socket.write(get("/v1/none") + get("/healthz").repeat(20) + get("/v1/none"));
  const statuses = (): string[] => [...heard().matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? "");
  await until("all answers", () => statuses().length === 22);
  expect(statuses()).toEqual(["404", ...Array.from({ length: 20 }, () => "200"), "404"]);
});

test("who asks for ever without waiting for an answer is cut", async () => {
  const asked: unknown[] = [];
  const server = createServer(oneByOne((request) => void asked.push(request)));
  const path = join(tempDir(), "socket");
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const { socket } = await connected(path);
  socket.write(get("/").repeat(MAX_WAITING + 2));
  await until("the end of the connection", () => socket.closed);
  expect(asked).toHaveLength(1);
});
