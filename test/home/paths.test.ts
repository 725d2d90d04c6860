// Where everything is.
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { pathsOf } from "../../src/home/index.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";

const SOCKET_PATH_BYTES = 103;

test("everything lies in SKEIN_HOME", () => {
  expect(pathsOf({ SKEIN_HOME: "/srv/skein", HOME: "/home/ada" })).toEqual({
    home: "/srv/skein",
    config: "/srv/skein/config.toml",
    database: "/srv/skein/skein.db",
    backups: "/srv/skein/backups",
    damaged: "/srv/skein/damaged",
    lock: "/srv/skein/lock.db",
    socket: "/srv/skein/daemon.sock",
    starting: "/srv/skein/starting",
    daemonLog: "/srv/skein/daemon.log",
    runs: "/srv/skein/runs",
    environments: "/srv/skein/environments",
    agents: "/srv/skein/agents",
    attention: "/srv/skein/attention.json",
    origin: "/srv/skein/origin.json",
    steadyTime: "/srv/skein/time.json",
    web: "/srv/skein/web.json",
    devices: "/srv/skein/devices.json",
    openPage: "/srv/skein/open.html",
    push: "/srv/skein/push.json",
    checkpoints: "/srv/skein/checkpoints",
  });
});

test.for([
  [{ HOME: "/home/ada" }, "/home/ada/.skein"],
  [{ HOME: "/home/ada", SKEIN_HOME: "" }, "/home/ada/.skein"],
  [{ SKEIN_HOME: "/srv/skein/" }, "/srv/skein"],
  [{ SKEIN_HOME: "/srv/../srv//skein" }, "/srv/skein"],
] as const)("the home of %j is %s", ([env, home]) => {
  expect(pathsOf(env).home).toBe(home);
});

describe("the socket", () => {
  const socketOf = (home: string) => pathsOf({ SKEIN_HOME: home }).socket;
  const long = (name: string) => `/${"a".repeat(120)}/${name}`;

  test("lies in the home as long as its path fits into an address", () => {
    const longest = `/${"a".repeat(SOCKET_PATH_BYTES - "//daemon.sock".length)}`;
    expect(socketOf(longest)).toBe(join(longest, "daemon.sock"));
    expect(Buffer.byteLength(socketOf(longest))).toBe(SOCKET_PATH_BYTES);
  });

  test("moves to a short path otherwise, counted in bytes", () => {
    for (const home of [`/${"a".repeat(91)}`, long("x"), `/${"é".repeat(60)}`]) {
      expect(socketOf(home)).toMatch(new RegExp(`^/tmp/skein-${process.getuid?.()}/[0-9a-f]{16}\\.sock$`));
      expect(Buffer.byteLength(socketOf(home))).toBeLessThanOrEqual(SOCKET_PATH_BYTES);
    }
  });

  test("is another one for another home, and the same one for the same home", () => {
    expect(socketOf(long("x"))).not.toBe(socketOf(long("y")));
    expect(socketOf(long("x"))).toBe(socketOf(`${long("x")}/`));
  });

  test("does not depend on where temporary files go: a CLI and its daemon may differ in that", () => {
    const before = socketOf(long("x"));
    vi.stubEnv("TMPDIR", `/tmp/${"t".repeat(100)}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(socketOf(long("x"))).toBe(before);
  });

  test.skipIf(withoutRoot("users without an entry in the system"))(
    "has a place also for a user without an entry in the system",
    () => {
      process.seteuid?.(54_321);
      onTestFinished(() => process.seteuid?.(0));
      expect(Buffer.byteLength(socketOf(long("x")))).toBeLessThanOrEqual(SOCKET_PATH_BYTES);
    },
  );

  test("of the longest name can be listened on", async () => {
    const dir = tempDir();
    const home = join(dir, "h".repeat(SOCKET_PATH_BYTES - Buffer.byteLength(dir) - "//daemon.sock".length));
    const socket = socketOf(home);
    expect(Buffer.byteLength(socket)).toBe(SOCKET_PATH_BYTES);
    mkdirSync(dirname(socket));
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
    await new Promise((resolve) => server.close(resolve));
  });
});
