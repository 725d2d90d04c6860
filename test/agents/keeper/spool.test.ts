// Following a spool goes by the open file: no trouble with the way to it, and none with looking at it, is anybody's end.
import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { follow, openSpool } from "../../../src/agents/keeper/spool.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { until } from "../../kit/until.ts";

/** What would end the daemon. */
function watchRejections(): unknown[] {
  const rejections: unknown[] = [];
  const take = (error: unknown): void => {
    rejections.push(error);
  };
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", take);
  onTestFinished(() => {
    process.off("unhandledRejection", take);
    for (const other of others) process.on("unhandledRejection", other);
  });
  return rejections;
}

test("output is noticed and read while the way to the spool leads nowhere", async () => {
  const rejections = watchRejections();
  const root = tempDir();
  const runs = join(root, "runs");
  mkdirSync(runs);
  const path = join(runs, "out");
  writeFileSync(path, "one\n");
  const spool = await openSpool(path);
  let calls = 0;
  spool.onOutput(() => {
    calls++;
  });
  renameSync(runs, join(root, "elsewhere"));
  // ELOOP, which root gets as everybody else.
  symlinkSync("runs", runs);
  await until("a first look", () => calls > 0);
  const before = calls;
  appendFileSync(join(root, "elsewhere", "out"), "two\n");
  await until("a look that sees it", () => calls > before);
  expect((await spool.read(0, 100))?.toString()).toBe("one\ntwo\n");
  spool.close();
  expect(rejections).toEqual([]);
});

test("a file that can't be looked at is left to whoever reads it, and looked at again", async () => {
  const rejections = watchRejections();
  const path = join(tempDir(), "out");
  writeFileSync(path, "");
  let looks = 0;
  let calls = 0;
  const stale = Object.assign(new Error("ESTALE: stale file handle, fstat"), { code: "ESTALE" });
  const stat = async (): Promise<never> => {
    looks++;
    throw stale;
  };
  const end = follow({
    path,
    file: { stat } as unknown as Parameters<typeof follow>[0]["file"],
    listener: () => {
      calls++;
    },
  });
  await until("two looks", () => looks >= 2 && calls >= 2);
  end();
  expect(rejections).toEqual([]);
});

test("a spool that was cut is told from one with nothing new", async () => {
  const path = join(tempDir(), "out");
  writeFileSync(path, "one\ntwo\n");
  const spool = await openSpool(path);
  onTestFinished(() => spool.close());
  expect(await spool.read(8, 100)).toEqual(Buffer.alloc(0));
  truncateSync(path);
  expect(await spool.read(8, 100)).toBeNull();
});
