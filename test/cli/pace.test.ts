import { expect, test } from "vitest";
import { lookOnChange } from "../../src/cli/sessions/pace.ts";
import { until } from "../kit/until.ts";

/** Changes that the test makes, and pauses that it ends. */
function stage() {
  const told: (() => void)[] = [];
  let pending = 0;
  let isEnding = false;
  const stir = (): void => {
    for (const one of told.splice(0)) one();
  };
  const pauses: (() => void)[] = [];
  const controller = new AbortController();
  let looks = 0;
  async function* changes(): AsyncGenerator<void> {
    while (!isEnding || pending > 0) {
      if (pending > 0) {
        pending--;
        yield;
      } else await new Promise<void>((resolve) => told.push(resolve));
    }
  }
  return {
    pauses,
    looks: () => looks,
    unheard: () => pending,
    change: (times = 1) => {
      pending += times;
      stir();
    },
    end: () => {
      isEnding = true;
      stir();
    },
    run: (look = async () => {}) =>
      lookOnChange({
        changes: changes(),
        look: async () => {
          looks++;
          await look();
        },
        wait: () => new Promise<void>((resolve) => pauses.push(resolve)),
        signal: controller.signal,
      }),
  };
}

test("a hundred changes during a pause are one look after it, and without a change there is no timer", async () => {
  const { run, change, end, looks, pauses, unheard } = stage();
  const running = run();
  expect([looks(), pauses.length]).toEqual([0, 0]);
  change();
  await until("the pause after the first look", () => pauses.length === 1);
  change(100);
  await until("all changes to be heard", () => unheard() === 0);
  expect(looks()).toBe(1);
  pauses[0]?.();
  await until("the second pause", () => pauses.length === 2);
  expect(looks()).toBe(2);
  pauses[1]?.();
  end();
  await running;
  expect([looks(), pauses.length]).toEqual([2, 2]);
});

test("a look that fails ends it with its reason", async () => {
  const { run, change } = stage();
  const running = run(() => Promise.reject(new Error("the daemon stays away")));
  change();
  await expect(running).rejects.toThrow("the daemon stays away");
});
