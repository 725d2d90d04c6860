// A client that goes away in the middle of what it sends is no fault of the daemon's.
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const bodies = {
  "/v1/blobs": ["application/octet-stream", "half a file"],
  "/v1/import": ["application/x-ndjson", '{"session":'],
  "/v1/sessions": ["application/json", '{"id":'],
} as const;

test.for(Object.entries(bodies))("%s that breaks off leaves no line and no file", async ([path, [type, text]]) => {
  const daemon = await testDaemon();
  let closed = 0;
  for (let n = 0; n < 10; n++) {
    const socket = connect(daemon.paths.socket)
      .on("error", () => {})
      .resume();
    socket.on("close", () => closed++);
    await once(socket, "connect");
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n${text}`);
    // The daemon has begun to read it.
    await daemon.client.server();
    if (n % 2 === 0) socket.destroy();
    else socket.end();
  }
  await until("all of them to be gone", () => closed === 10);
  const { hash } = await daemon.client.upload(new TextEncoder().encode("whole"));
  expect(daemon.log.blob(hash)?.bytes).toBe(5);
  const arriving = join(daemon.paths.home, "arriving");
  await until("no file to be left", () => !existsSync(arriving) || readdirSync(arriving).length === 0);
  expect(daemon.faults).toEqual([]);
});
