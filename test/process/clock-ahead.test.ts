// A machine whose clock is a year ahead when the daemon starts: what lies in the trash is still there when the clock is right again.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { withoutPrograms } from "../kit/left-out.ts";
import { until } from "../kit/until.ts";

const withoutFaketime = withoutPrograms("a clock that is a year ahead", ["faketime"], "npm run test:process");
const YEAR = "+365d";

test.skipIf(withoutFaketime)("[R-36] the trash survives a start a year ahead", async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ cwd: daemon.workspace, agent: "demo" });
  await daemon.client.trash(session.id);
  await daemon.end();

  const preload = execFileSync("faketime", ["-f", YEAR, "printenv", "LD_PRELOAD"], { encoding: "utf8" }).trim();
  Object.assign(daemon.env, { LD_PRELOAD: preload, FAKETIME: YEAR, FAKETIME_DONT_FAKE_MONOTONIC: "1" });
  await daemon.start();
  const years = Date.parse((await daemon.client.server()).time) - Date.now();
  expect(years).toBeGreaterThan(300 * 86_400_000);
  // It looks at the trash as soon as it is there, and says why it leaves it alone.
  await until("the leap to be noticed", () => readFileSync(daemon.paths.daemonLog, "utf8").includes("has jumped"));
  await daemon.end();

  for (const name of ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"]) delete daemon.env[name];
  await daemon.start();
  expect((await daemon.client.trashed()).items.map(({ id }) => id)).toEqual([session.id]);
  await daemon.client.restore(session.id);
  expect((await daemon.client.sessions()).map(({ id }) => id)).toEqual([session.id]);
});
