// How long a command waits at most, however long that is.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseDurationMs } from "../../../src/cli/duration.ts";
import { withDeadline } from "../../../src/cli/wait/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const io = { onInterrupt: () => () => {} };

/** Whether the wait was cut, as time goes on. */
function waiting(typed: string) {
  const seen = { cut: null as string | null, isOver: false };
  const over = withDeadline({ io, timeoutMs: parseDurationMs(typed, "--timeout") }, async (deadline) => {
    await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
    seen.cut = deadline.cut;
  });
  return { seen, over };
}

test.each(["30s", "596h", "597h", "10000h"])("a timeout of %s comes then and not before", async (typed) => {
  const { seen, over } = waiting(typed);
  const ms = parseDurationMs(typed, "--timeout");
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(seen.cut).toBe(null);
  await vi.advanceTimersByTimeAsync(1);
  await over;
  expect(seen.cut).toBe("timeout");
});

test("a timeout that no clock will see never comes", async () => {
  const { seen } = waiting(`${"9".repeat(400)}h`);
  await vi.advanceTimersByTimeAsync(365 * 24 * 3_600_000);
  expect(seen.cut).toBe(null);
});

test("a wait that is over leaves no timer behind", async () => {
  await withDeadline({ io, timeoutMs: parseDurationMs("10000h", "--timeout") }, async () => {});
  expect(vi.getTimerCount()).toBe(0);
});
