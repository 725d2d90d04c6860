import { expect, test } from "vitest";
import { type Facts, nextCheckMs, noFacts, pageWarningOf } from "../../../src/web/sync/page-warning.ts";

const kindOf = (facts: Partial<Facts>, nowMs = 10_000) => pageWarningOf({ ...noFacts, ...facts }, nowMs)?.kind ?? null;

test("a connection that is back within two seconds causes no warning", () => {
  expect(kindOf({ downSinceMs: 8001 })).toBe(null);
  expect(kindOf({ downSinceMs: 8000 })).toBe("unreachable");
  expect(nextCheckMs({ ...noFacts, downSinceMs: 9000 }, 10_000)).toBe(1000);
  expect(nextCheckMs({ ...noFacts, downSinceMs: 7000 }, 10_000)).toBe(null);
});

test.for<[Partial<Facts>, string | null]>([
  [{}, null],
  [{ downSinceMs: 0, isOnline: false }, "offline"],
  [{ downSinceMs: 0 }, "unreachable"],
  [{ downSinceMs: 0, isSignedOut: true }, "signed out"],
  [{ pageVersion: "1", daemonVersion: "2" }, "upgraded"],
  [{ pageVersion: "1", daemonVersion: "1" }, null],
  [{ isStreamDelayed: true }, "delayed"],
  [{ daemonCantSave: "the disk is full" }, "disk"],
  [{ browserCantSave: "full" }, "storage"],
  [{ browserCantSave: "full", downSinceMs: 0 }, "unreachable"],
])("%j: %s", ([facts, kind]) => {
  expect(kindOf(facts)).toBe(kind);
});

test("in a browser that stores nothing no warning says that text is kept", () => {
  expect(pageWarningOf({ ...noFacts, downSinceMs: 0, browserCantSave: "full" }, 10_000)?.message).toContain(
    "Leave this page open",
  );
});
