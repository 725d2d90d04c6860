// Ids of sessions that are none, on every route that takes one: each is refused, and nothing happens.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { routes } from "../../src/protocol/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { sessionIds } from "./odd-requests/paths.ts";

const ofSessions = Object.entries(routes).filter(([, { path }]) => path.includes("/:session"));

test("there are such routes", () => {
  expect(ofSessions.length).toBeGreaterThan(20);
});

test.for(ofSessions)("%s takes no id that is none", async ([, { method, path }]) => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("present");
  const before = daemon.log.lastCommit();
  for (const [what, id] of sessionIds) {
    const body = method === "GET" ? "" : JSON.stringify({ id: randomUUID() });
    const answer = await rawRequest({
      socketPath: daemon.paths.socket,
      method,
      path: path.replace(":session", id.replace("SESSION", session)).replace(/:\w+/, "none"),
      headers: { "content-type": "application/json", "content-length": String(body.length) },
      body,
    });
    expect([what, answer.status]).toEqual([what, expect.toSatisfy((status) => status === 404 || status === 400)]);
    expect(JSON.parse(answer.body).code).toMatch(/^(session_not_found|invalid_body)$/);
  }
  expect(daemon.log.lastCommit()).toBe(before);
  expect((await daemon.client.sessions()).map(({ id }) => id)).toEqual([session]);
});
