// Numbers in a query are whole, in range and given once; anything else is refused, and never reaches the log.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";

const numbers = [
  "",
  "%201",
  "1%20",
  "-1",
  "%2B1",
  "1.5",
  "1e3",
  "1e400",
  "0x10",
  "NaN",
  "Infinity",
  "9".repeat(16),
  "%D9%A1",
];
const places: Readonly<Record<string, readonly string[]>> = {
  "/v1/sessions/ID/events?limit=": ["0", "00", ...numbers],
  "/v1/sessions/ID/events?before=5&limit=": ["0", ...numbers],
  "/v1/sessions/ID/events?after=3&limit=": ["0", ...numbers],
  "/v1/sessions/ID/events?after=": numbers,
  "/v1/sessions/ID/events?before=": numbers,
  "/v1/sessions/ID/events?after=1&after=": ["1", "2"],
  "/v1/events?limit=": ["0", ...numbers],
  "/v1/events?after=": numbers,
  "/v1/events?limit=5&limit=": ["5", "0"],
  "/v1/sessions?limit=": ["0", ...numbers],
  "/v1/agents?quick=": ["", "2", "true", "1e0", "-1"],
  "/v1/sessions/ID/events?follow=": ["", "2", "true"],
};
const asked = Object.entries(places).flatMap(([path, values]) => values.map((value) => path + value));

test("an odd number in a query is a request that is not valid, and nothing else happens", async () => {
  const daemon = await testDaemon();
  await daemon.stop();
  // As a daemon's own: beside the home, where a repair would leave its traces.
  daemon.log = openSqliteLog({ path: daemon.paths.database });
  await daemon.start();
  const session = await daemon.newSession();
  for (const path of asked) {
    const { status, body } = await rawRequest({
      socketPath: daemon.paths.socket,
      path: path.replace("ID", session),
    });
    expect([path, status, body]).toEqual([path, 400, expect.stringMatching(/"code":"invalid_(cursor|body)"/)]);
    expect(JSON.parse(body).detail).toMatch(/must be|more than once/);
  }
  expect(daemon.log.condition()).toEqual({ kind: "writable" });
  expect(existsSync(daemon.paths.damaged)).toBe(false);
  expect(daemon.faults).toEqual([]);
});
