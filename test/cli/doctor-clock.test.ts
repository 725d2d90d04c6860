import { expect, test } from "vitest";
import type { CheckContext } from "../../src/cli/doctor/check.ts";
import { clock } from "../../src/cli/doctor/clock.ts";

const NOW = Date.UTC(2026, 0, 10, 12);

function patient(...updatedAt: string[]): CheckContext {
  const client = { sessions: async () => updatedAt.map((at) => ({ updatedAt: at })) };
  return { io: { now: () => NOW }, client } as unknown as CheckContext;
}

test("a clock that nothing in the log contradicts is right", async () => {
  for (const times of [[], ["2026-01-10T11:59:00.000Z"], ["2026-01-10T12:00:30.000Z"]])
    expect(await clock.run(patient(...times))).toEqual([
      { state: "ok", title: "clock", text: "2026-01-10T12:00:00.000Z" },
    ]);
});

test("a clock that was set back is told by what happened later, with what to do", async () => {
  expect(await clock.run(patient("2026-01-12T12:00:00.000Z"))).toMatchObject([
    {
      state: "warning",
      text: expect.stringContaining("2d after that: the clock was set back"),
      fix: expect.any(String),
    },
  ]);
});
