// A word that is a directory and the name of a session.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliDaemon } from "./cli-daemon.ts";

test("attach opens neither the directory nor the session of a word that means both, and says how to name each", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  mkdirSync(join(daemon.workspace, "api"));
  const before = (await daemon.client.sessions()).length;
  const id = session.slice(0, 8);
  expect(await run(["attach", "api"])).toMatchObject({
    code: 3,
    err: `error: "api" is a directory and a session\nfix: for the session: skein attach ${id}; for the directory: skein attach ./api\n`,
  });
  expect(await daemon.client.sessions()).toHaveLength(before);
  expect((await run(["attach", id])).code).toBe(0);
  expect((await run(["attach", "./api"])).code).toBe(0);
  mkdirSync(join(daemon.workspace, "docs"));
  expect((await run(["attach", "docs"])).code).toBe(0);
});
