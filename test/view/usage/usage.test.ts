// Usage as charts and tables show it.
import { expect, test } from "vitest";
import {
  costText,
  dollars,
  durationUntil,
  shortCount,
  usageChart,
  usageRows,
  usageTotal,
} from "../../../src/view/usage/index.ts";

const item = (day: string, agent: string, path: string, inputTokens: number, costUsd: number) => ({
  ...{ day, agent, workspace: { id: path, path }, turns: 1, inputTokens, outputTokens: 1, costUsd },
});
const items = [
  item("2026-01-01", "claude", "/api", 99, 0.5),
  item("2026-01-01", "codex", "/api", 299, 0),
  item("2026-01-04", "claude", "/site", 9, 0.25),
];

test("rows are summed by day, agent or directory, the newest day and the dearest first", () => {
  const names = (by: Parameters<typeof usageRows>[1]) =>
    usageRows(items, by).map(({ name, turns, inputTokens, costUsd }) => [name, turns, inputTokens, costUsd]);
  expect(names("day")).toEqual([
    ["2026-01-04", 1, 9, 0.25],
    ["2026-01-01", 2, 398, 0.5],
  ]);
  expect(names("agent")).toEqual([
    ["claude", 2, 108, 0.75],
    ["codex", 1, 299, 0],
  ]);
  expect(names("directory").map(([name]) => name)).toEqual(["/api", "/site"]);
  const next = [...items, item("2026-02-01", "claude", "/api", 1, 1)];
  expect(usageRows(next, "month").map(({ name, turns }) => [name, turns])).toEqual([
    ["2026-02", 1],
    ["2026-01", 3],
  ]);
  expect(usageTotal(items)).toEqual({ turns: 3, inputTokens: 407, outputTokens: 3, costUsd: 0.75 });
  expect(usageTotal([])).toEqual({ turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 });
});

test("a chart has a column for every day, also without use, and a round top that no column exceeds", () => {
  const { agents, columns, top } = usageChart({ since: "2025-12-31", until: "2026-01-05", items }, "tokens");
  expect([agents, top]).toEqual([["codex", "claude"], 500]);
  expect(columns.map(({ day, total }) => [day, total])).toEqual([
    ["2025-12-31", 0],
    ["2026-01-01", 400],
    ["2026-01-02", 0],
    ["2026-01-03", 0],
    ["2026-01-04", 10],
    ["2026-01-05", 0],
  ]);
  expect(columns[1]?.parts).toEqual([
    { agent: 0, amount: 300 },
    { agent: 1, amount: 100 },
  ]);
  const months = usageChart({ since: "2025-11-30", until: "2026-01-05", items }, "tokens", "month");
  expect(months.columns.map(({ day, total }) => [day, total])).toEqual([
    ["2025-11", 0],
    ["2025-12", 0],
    ["2026-01", 410],
  ]);
  expect(usageChart({ since: "2026-01-01", until: "2026-01-01", items }, "cost")).toMatchObject({
    agents: ["claude"],
    top: 0.5,
  });
  expect(usageChart({ since: "2026-01-01", until: "2026-01-01", items: [] }, "cost")).toMatchObject({
    agents: [],
    top: 1,
  });
});

test("a year of days crosses changes of the clock and leap days", () => {
  const { columns } = usageChart({ since: "2023-12-31", until: "2024-12-31", items: [] }, "tokens");
  expect([columns.length, columns[60]?.day, new Set(columns.map(({ day }) => day)).size]).toEqual([
    367,
    "2024-02-29",
    367,
  ]);
});

test.for([
  [0, "0"],
  [999, "999"],
  [12_345, "12.3k"],
  [999_400, "999k"],
  [999_600, "1.00M"],
] as const)("%s is written %s", ([count, text]) => {
  expect(shortCount(count)).toBe(text);
});

test.for([
  [0, "$0"],
  [0.0042, "$0.004"],
  [0.1, "$0.10"],
  [1234.5, "$1,235"],
] as const)("%s dollars are written %s", ([cost, text]) => {
  expect(dollars(cost)).toBe(text);
});

test("the time until a reset is told like other durations", () => {
  expect(durationUntil("2026-01-01T01:05:00Z", Date.parse("2026-01-01T00:00:00Z"))).toBe("1 h 05 min");
});

test("what cost nothing that was reported is no amount", () => {
  expect([costText(0), costText(0.004)]).toEqual(["-", "$0.004"]);
});
