import { expect, test } from "vitest";
import { type Facts, nextCheckMs, noFacts, pageWarningOf } from "../../../src/web/sync/page-warning.ts";

const kindOf = (facts: Partial<Facts>, nowMs = 10_000) => pageWarningOf({ ...noFacts, ...facts }, nowMs)?.kind ?? null;

test("a connection that is back within two seconds causes no warning", () => {
  const pageVersion = "1";
  expect(kindOf({ pageVersion, downSinceMs: 8001 })).toBe(null);
  expect(kindOf({ pageVersion, downSinceMs: 8000 })).toBe("unreachable");
  expect(nextCheckMs({ ...noFacts, downSinceMs: 9000 }, 10_000)).toBe(1000);
  expect(nextCheckMs({ ...noFacts, downSinceMs: 7000 }, 10_000)).toBe(null);
});

test("a page that no daemon has answered yet warns at once, and says what starts it", () => {
  expect(kindOf({ downSinceMs: 10_000 })).toBe("unreachable");
  expect(pageWarningOf({ ...noFacts, downSinceMs: 10_000 }, 10_000)?.message).toContain("skein web");
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
