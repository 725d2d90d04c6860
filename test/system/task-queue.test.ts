import { expect, test } from "vitest";
import { TaskQueue } from "../../src/system/index.ts";

test("a task begins when those before it have ended, however they end", async () => {
  const queue = new TaskQueue();
  const log: string[] = [];
  const first = Promise.withResolvers<string>();
  const results = [
    queue.run(async () => {
      log.push("first begins");
      return first.promise;
    }),
    queue.run(() => {
      log.push("second begins");
      throw new Error("second fails");
    }),
    queue.run(async () => {
      log.push("third begins");
      return "third";
    }),
  ];
  const settled = Promise.allSettled(results);
  await Promise.resolve();
  await Promise.resolve();
  expect(log).toEqual(["first begins"]);
  first.resolve("first");
  expect(await settled).toMatchObject([
    { status: "fulfilled", value: "first" },
    { status: "rejected", reason: { message: "second fails" } },
    { status: "fulfilled", value: "third" },
  ]);
  expect(log).toEqual(["first begins", "second begins", "third begins"]);
});

test("it is idle when all that was given so far has ended, well or not", async () => {
  const queue = new TaskQueue();
  await queue.idle();
  const gate = Promise.withResolvers<void>();
  let isOver = false;
  const task = queue.run(async () => {
    await gate.promise;
    isOver = true;
    throw new Error("it failed");
  });
  const idle = queue.idle().then(() => isOver);
  gate.resolve();
  await expect(task).rejects.toThrow("it failed");
  expect(await idle).toBe(true);
});
