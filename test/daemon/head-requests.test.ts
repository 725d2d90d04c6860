// HEAD asks for the headers of a GET: where the answer would be a stream, none is begun.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";

const SSE = "text/event-stream";
const NDJSON = "application/x-ndjson";

test.for([
  ["/v1/events", SSE],
  ["/v1/events", NDJSON],
  ["/v1/sessions/SESSION/events", SSE],
  ["/v1/sessions/SESSION/events", NDJSON],
] as const)("HEAD %s as %s answers with its headers and ends", async ([path, accept]) => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const asked = request({
    socketPath: daemon.paths.socket,
    method: "HEAD",
    path: path.replace("SESSION", session),
    headers: { accept },
  });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ "content-type": accept, "skein-api": "1.0" });
  // A stream has this of its own.
  expect(answer.headers["x-accel-buffering"]).toBeUndefined();
  expect(await text(answer)).toBe("");
});

test("HEAD of the list of sessions begins no list: it answers also where none could be read", async () => {
  const log = createMemoryLog();
  const daemon = await testDaemon({
    ...log,
    sessionLines: () => {
      throw new Error("a list was begun");
    },
  });
  await daemon.newSession();
  const asked = { socketPath: daemon.paths.socket, path: "/v1/sessions", headers: { accept: NDJSON } };
  await expect(rawRequest(asked)).rejects.toThrow();
  expect(await rawRequest({ ...asked, method: "HEAD" })).toMatchObject({
    ...{ status: 200, body: "" },
    headers: { "content-type": NDJSON, "skein-api": "1.0" },
  });
});

test("HEAD of a long text says how long it is, and sends none of it", async () => {
  const { paths } = await testDaemon();
  const { socket: socketPath } = paths;
  const headers = { "content-type": "application/octet-stream", "content-length": "5" };
  const uploaded = await rawRequest({ socketPath, method: "POST", path: "/v1/blobs", headers, body: "hello" });
  const hash = /[0-9a-f]{64}/.exec(uploaded.body)?.[0];
  expect(await rawRequest({ socketPath, method: "HEAD", path: `/v1/blobs/${hash}` })).toMatchObject({
    status: 200,
    headers: { "content-length": "5", "x-content-type-options": "nosniff" },
    body: "",
  });
});
