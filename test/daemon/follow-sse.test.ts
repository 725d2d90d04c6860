// What keeps a stream alive through proxies: headers that forbid to hold it back, and a word now and then when there is nothing to say.
import { afterEach, expect, test, vi } from "vitest";
import { rawStream } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

afterEach(() => vi.useRealTimers());

test("an SSE stream asks proxies not to hold it back, and says every 15 s that it is still there", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stream = await rawStream({
    socketPath: daemon.paths.socket,
    path: `/v1/sessions/${session}/events`,
    headers: { accept: "text/event-stream" },
  });
  expect(stream.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "skein-api": "1.0",
  });
  expect(stream.headers["content-encoding"]).toBeUndefined();
  await until("the backlog", () => stream.text().includes("event: caught_up"));
  expect(stream.text()).toMatch(/^retry: \d+\n/);
  expect(stream.text()).not.toContain(": still here");
  for (let beats = 1; beats <= 2; beats++) {
    vi.advanceTimersByTime(15_000);
    await until(`beat ${beats}`, () => stream.text().split(": still here\n\n").length === beats + 1);
  }
  // A comment moves no cursor and is no event.
  await daemon.client.select(session);
  await until("an event after the beats", () => stream.text().includes("id: 3\n"));
  stream.close();
});
