// Frames besides events to followers that do not read, over a real socket and a clock that the test moves.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { SkeinError } from "../../src/core/index.ts";
import { type Form, toResponse } from "../../src/daemon/streams/output.ts";
import { Streams } from "../../src/daemon/streams/streams.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import type { Frame } from "../../src/protocol/index.ts";
import { FanOut } from "../../src/session/index.ts";
import { manualClock } from "../kit/manual-clock.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "../log/temporary-log.ts";

const told = (text: string): Frame => ({ frame: "storage", kind: "slow", text });
const long = "x".repeat(2000);

/** A follower of all logs that asked and reads nothing. */
async function stalled(form: Form) {
  const socketPath = join(dirname(temporaryPath()), "socket");
  const log = createMemoryLog();
  const clock = manualClock();
  const streams = new Streams({ log, fanOut: new FanOut(log), clock });
  const server = createServer((_request, response) =>
    streams.everything({ sessions: null, after: 0, epoch: null, form, until: null, output: toResponse(response) }),
  );
  const asked = once(server, "request") as Promise<[unknown, ServerResponse]>;
  server.listen(socketPath);
  await once(server, "listening");
  const socket: Socket = connect(socketPath).pause();
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.write("GET / HTTP/1.1\r\nhost: skein\r\n\r\n");
  const [, response] = await asked;
  return { log, streams, clock, response, socket };
}

/** Tells it something again and again until the system takes no more. */
const fill = ({ streams, response }: Pick<Awaited<ReturnType<typeof stalled>>, "streams" | "response">) =>
  until("a full socket", async () => {
    streams.tell(told(long));
    // A response holds what it is given until the end of the turn.
    await setImmediate();
    return response.writableLength > 0;
  });

function readAgain(socket: Socket): () => string {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.resume();
  return () => text;
}

test.each(["ndjson", "sse"] as const)(
  "[R-27] frames for a follower that does not read are bounded, and it is cut after a minute: %s",
  async (form) => {
    const { streams, clock, response, socket } = await stalled(form);
    await fill({ streams, response });
    const held = response.writableLength;
    for (let n = 0; n < 1000; n++) streams.tell(told(long));
    expect(response.writableLength).toBe(held);
    clock.advance(59_000);
    expect(response.destroyed).toBe(false);
    clock.advance(1000);
    expect(response.destroyed).toBe(true);
    socket.resume();
    await once(socket, "close");
  },
);

test("[R-27] one that reads again is told the newest frames, in order", async () => {
  const { streams, response, socket } = await stalled("ndjson");
  await fill({ streams, response });
  for (let n = 1; n <= 100; n++) streams.tell(told(`number ${n}`));
  const text = readAgain(socket);
  await until("the last one", () => text().includes("number 100"));
  const numbers = [...text().matchAll(/number (\d+)/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => 85 + index));
});

test("one that reads is told every frame, however many come at once", async () => {
  const { streams, socket } = await stalled("ndjson");
  const text = readAgain(socket);
  await until("the beginning", () => text().includes("caught_up"));
  for (let n = 1; n <= 100; n++) streams.tell(told(`number ${n}`));
  await until("the last one", () => text().includes("number 100"));
  expect([...text().matchAll(/number (\d+)/g)]).toHaveLength(100);
});

test("a follower of a log that can't be read just now is told so, and stays", async () => {
  const { log, streams, response, socket } = await stalled("ndjson");
  const text = readAgain(socket);
  await until("the beginning", () => text().includes("caught_up"));
  const faulty = vi.spyOn(log, "readCommits").mockImplementation(() => {
    throw new SkeinError("storage_failed", "the disk is away");
  });
  onTestFinished(() => faulty.mockRestore());
  streams.tell(told("the disk is away"));
  streams.tell(told("it still is"));
  await until("the news", () => text().includes("it still is"));
  await setImmediate();
  expect(response.writableEnded).toBe(false);
});

test("a stream that has ended is told nothing more, and ends once", async () => {
  const { streams, socket, response } = await stalled("ndjson");
  const errors: unknown[] = [];
  response.on("error", (error) => errors.push(error));
  streams.reset();
  streams.tell(told("too late"));
  streams.close();
  const text = readAgain(socket);
  await once(socket, "close");
  expect(text()).not.toContain("too late");
  expect(text().match(/.*"bye".*/g)).toEqual(['{"frame":"bye","reason":"reconnect","retryMs":2000}']);
  expect(errors).toEqual([]);
});
