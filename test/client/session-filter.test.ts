// Which sessions a list holds: what the daemon is asked for, and which of its rows are meant.
import { expect, test } from "vitest";
import { ageMs, selectionOf, statusNames } from "../../src/client/session-filter.ts";

const NOW = Date.parse("2026-11-16T12:00:00.000Z");
const row = (status: string, code = "") => ({ status, reason: { code, text: "" } }) as never;

test("without a filter nothing is asked for but the list", () => {
  const { query, fits } = selectionOf({});
  expect(Object.values(query(NOW)).filter((value) => value !== undefined)).toEqual([]);
  expect(fits(row("stopped"))).toBe(true);
});

test("everything of it goes to the daemon", () => {
  const filter = {
    status: ["needs-you", "failed", "waiting"],
    agent: ["demo", "claude"],
    workspace: "/work",
    since: "2d",
    sort: "name",
  } as const;
  expect(selectionOf(filter).query(NOW)).toEqual({
    workspace: "/work",
    shelf: undefined,
    status: "waiting,error",
    agent: "demo,claude",
    since: "2026-11-14T12:00:00.000Z",
    sort: "name",
  });
});

test("what people see as one status is told from another that the daemon calls the same", () => {
  const asks = row("waiting", "permission");
  const done = row("waiting", "finished");
  const kept = (status: "needs-you" | "done" | "waiting") => [asks, done].filter(selectionOf({ status }).fits);
  expect(kept("needs-you")).toEqual([asks]);
  expect(kept("done")).toEqual([done]);
  expect(kept("waiting")).toEqual([asks, done]);
  expect(selectionOf({ status: [] }).fits(done)).toBe(true);
});

test("held is a queue that is held as a whole as well as prompts that are held by themselves", () => {
  const rests = [row("idle", "paused"), row("idle", "held"), row("idle", "scheduled"), row("idle", "idle")];
  const [queue, prompts, scheduled] = rests;
  expect(rests.filter(selectionOf({ status: "held" }).fits)).toEqual([queue, prompts]);
  expect(rests.filter(selectionOf({ status: "scheduled" }).fits)).toEqual([scheduled]);
  expect(rests.filter(selectionOf({ status: "idle" }).fits)).toEqual(rests);
});

test.for([
  [{}, undefined],
  [{ archived: "also" }, "all"],
  [{ archived: "only" }, "archived"],
  [{ status: "archived" }, "all"],
] as const)("archived ones: %j", ([filter, shelf]) => {
  expect(selectionOf(filter).query(NOW).shelf).toBe(shelf);
});

test("a moment stands, an age moves on with the clock", () => {
  const later = NOW + 60_000;
  const at = selectionOf({ since: "2026-11-01T00:00:00+01:00" });
  expect([at.query(NOW).since, at.query(later).since]).toEqual(Array(2).fill("2026-10-31T23:00:00.000Z"));
  const age = selectionOf({ since: "12h" });
  expect(age.query(later).since).toBe("2026-11-16T00:01:00.000Z");
});

test("what can't be meant is said at once", () => {
  expect(() => selectionOf({ status: "sleeping" as never })).toThrow(
    `status can't be "sleeping": one of ${statusNames.join(", ")}`,
  );
  expect(() => selectionOf({ since: "yesterday" })).toThrow(
    `since can't be "yesterday": an ISO time, or an age such as 12h, 2d or 8w`,
  );
  expect([ageMs("1.5h"), ageMs("30"), ageMs("d")]).toEqual([5_400_000, null, null]);
});
