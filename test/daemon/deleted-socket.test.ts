// The name of the daemon's socket goes while it runs, or something else takes its place.
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isListening, unixTransport } from "../../src/client/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
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

const reachedAgain = ({ clock, paths }: TestDaemon): Promise<unknown> =>
  until("the daemon to be reached again", () => {
    clock.advance(LOOK_MS);
    // What is no socket is refused before anybody calls.
    return isListening(unixTransport(paths.socket)).catch(() => false);
  });

/** A socket at this path that somebody else answers. */
async function listenInPlace(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(`${path}.x`, resolve));
  // Moved there: closing it leaves the name, as the end of a process that is killed does.
  renameSync(`${path}.x`, path);
  onTestFinished(() => void server.close());
  return server;
}

const inPlace: Readonly<Record<string, (path: string) => Promise<void>>> = {
  "a socket that nobody answers": async (path) => {
    const server = await listenInPlace(path);
    await new Promise((resolve) => server.close(resolve));
  },
  "a file": async (path) => {
    rmSync(path);
    writeFileSync(path, "not a socket");
  },
  "a link that leads nowhere": async (path) => {
    rmSync(path);
    symlinkSync("nowhere", path);
  },
};

test.for(Object.entries(inPlace))("%s in the place of the socket is replaced by one", async ([, put]) => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  await put(daemon.paths.socket);
  await reachedAgain(daemon);
  await daemon.send(session, "sent through the new socket");
  await daemon.stop("stop");
  expect(existsSync(daemon.paths.socket)).toBe(false);
});

test("a socket that another process answers is left alone, and its end is seen", async () => {
  const daemon = await testDaemon();
  daemon.means(/Another process listens at/);
  const other = await listenInPlace(daemon.paths.socket);
  const { ino } = lstatSync(daemon.paths.socket);
  let calls = 0;
  other.on("connection", () => void calls++);
  await until("the daemon to have looked twice", () => {
    daemon.clock.advance(LOOK_MS);
    return calls >= 2;
  });
  expect(lstatSync(daemon.paths.socket).ino).toBe(ino);
  expect(daemon.faults).toHaveLength(1);
  await new Promise((resolve) => other.close(resolve));
  await reachedAgain(daemon);
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
