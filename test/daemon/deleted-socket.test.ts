// The name of the daemon's socket goes while it runs.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { isListening, unixTransport } from "../../src/client/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const LOOK_MS = 3_000;

test("a daemon makes its socket again as often as it is deleted, and who had called before is answered", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  const before = daemon.client.follow(session, { after: 0 });
  await before.next();
  for (const time of [1, 2, 3]) {
    rmSync(daemon.paths.socket);
    await until(`the socket to be there again, time ${time}`, async () => {
      daemon.clock.advance(LOOK_MS);
      return isListening(unixTransport(daemon.paths.socket));
    });
    await daemon.send(session, `sent through socket ${time}`);
  }
  await until("who had called before to hear of it", async () =>
    JSON.stringify((await before.next()).value).includes("sent through socket 3"),
  );
  await daemon.stop("stop");
  expect(existsSync(daemon.paths.socket)).toBe(false);
});

test("no socket is made in another home that lies where this one was", async () => {
  const daemon = await testDaemon();
  const { home } = daemon.paths;
  renameSync(home, `${home}.moved`);
  onTestFinished(() => {
    rmSync(home, { recursive: true });
    renameSync(`${home}.moved`, home);
  });
  mkdirSync(home, { mode: 0o700 });
  daemon.clock.advance(LOOK_MS);
  expect(readdirSync(home)).toEqual([]);
});
