// No daemon to be had: why, and what to do.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { requireNoneLeft } from "../../../src/cli/daemon/end-agents.ts";
import { installService } from "../../../src/cli/daemon/install-daemon.ts";
import { stopDaemon } from "../../../src/cli/daemon/stop-daemon.ts";
import { ConnectionError } from "../../../src/client/index.ts";
import { homeMark, pathsOf } from "../../../src/home/index.ts";
import { acquireDaemonLock } from "../../../src/log/index.ts";
import { HOME_VARIABLE } from "../../../src/system/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { testDaemon } from "../../kit/test-daemon.ts";
import { runCli } from "../run-cli.ts";
import { reported } from "./reported.ts";

test("daemon_unreachable: it ends right after its start", async () => {
  const home = tempDir();
  expect(await runCli(["sessions"], { home })).toEqual({
    code: 5,
    out: "",
    err: [
      "error: the daemon could not be started",
      "why: Error: Cannot find module '/nonexistent/skein.cjs'",
      `fix: check its log: skein daemon logs (${pathsOf({ SKEIN_HOME: home }).daemonLog})`,
      "",
    ].join("\n"),
  });
  const { error } = JSON.parse((await runCli(["sessions", "--json"], { home })).err);
  expect(error).toMatchObject({ code: "daemon_unreachable", message: "the daemon could not be started" });
});

test.for([["sessions"], ["sessions", "--json"], ["daemon", "stop"], ["send", "@", "hello"]])(
  "home_untrusted: SKEIN_HOME is a relative path, and nothing is made there: %j",
  async (words) => {
    const home = "no-home-of-any-test";
    const { code, out, err } = await runCli(words, { home });
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toContain(`export SKEIN_HOME=${resolve(home)}`);
    expect(existsSync(home)).toBe(false);
  },
);

test("home_untrusted: its directory would lie in a file", async () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  const home = join(file, "home");
  expect(await runCli(["sessions"], { home })).toEqual({
    code: 5,
    out: "",
    err: [
      "error: Skein's home can't be used",
      `why: ${file} is not a directory, so ${home} can't be in it`,
      "fix: set SKEIN_HOME to a directory of your own",
      "",
    ].join("\n"),
  });
  rmSync(file);
});

test.skipIf(process.platform !== "linux")(
  "daemon_unreachable: its directory is where nothing can be made",
  async () => {
    expect(await runCli(["sessions"], { home: "/proc/skein" })).toEqual({
      code: 5,
      out: "",
      err: [
        "error: the daemon could not be started",
        "why: /proc/skein can't be created: ENOENT: no such file or directory, mkdir '/proc/skein'",
        "fix: create the directory, or set another SKEIN_HOME",
        "",
      ].join("\n"),
    });
  },
);

test("daemon_unreachable: its directory can't be written", async () => {
  const home = tempDir();
  const { daemonLog } = pathsOf({ SKEIN_HOME: home });
  mkdirSync(daemonLog);
  expect(await runCli(["sessions"], { home })).toEqual({
    code: 5,
    out: "",
    err: [
      "error: the daemon could not be started",
      `why: ${home} can't be written: EISDIR: illegal operation on a directory, open '${daemonLog}'`,
      "fix: make it writable, or set another SKEIN_HOME",
      "",
    ].join("\n"),
  });
});

test("daemon_unreachable, daemon_stopped: the connection is lost on the way", () => {
  expect(reported(new ConnectionError("lost", "socket hang up"))).toEqual({
    code: 5,
    text: "error: the daemon does not answer\nwhy: socket hang up\nfix: check its log: skein daemon logs\n",
    json: {
      code: "daemon_unreachable",
      message: "the daemon does not answer",
      why: "socket hang up",
      hint: "check its log: skein daemon logs",
    },
  });
  expect(reported(new ConnectionError("stopped", "closed"))).toEqual({
    code: 5,
    text: "error: the daemon was stopped\nfix: nothing is lost; restart it: skein daemon start\n",
    json: {
      code: "daemon_stopped",
      message: "the daemon was stopped",
      hint: "nothing is lost; restart it: skein daemon start",
    },
  });
});

test("socket_forbidden: the socket is somebody else's", () => {
  const fix = "check it: skein doctor";
  expect(reported(new ConnectionError("forbidden", "connect EACCES"))).toEqual({
    code: 5,
    text: `error: the daemon's socket can't be used\nwhy: connect EACCES\nfix: ${fix}\n`,
    json: { code: "socket_forbidden", message: "the daemon's socket can't be used", why: "connect EACCES", hint: fix },
  });
});

test.for([["sessions"], ["config", "get"], ["daemon", "logs"], ["daemon", "stop"], ["attach"]])(
  "home_untrusted: others can write to the home, and nothing is opened in it: %j",
  async (words) => {
    const home = tempDir();
    chmodSync(home, 0o777);
    const fix = `chmod 700 ${home}, or set SKEIN_HOME to a directory of your own`;
    const why = `others can write to ${home} (mode 777)`;
    expect(await runCli(words, { home })).toEqual({
      code: 5,
      out: "",
      err: `error: Skein's home can't be used\nwhy: ${why}\nfix: ${fix}\n`,
    });
    const { error } = JSON.parse((await runCli([...words, "--json"], { home })).err);
    expect(error).toEqual({ code: "home_untrusted", message: "Skein's home can't be used", why, hint: fix });
    expect(readdirSync(home)).toEqual([]);
  },
);

test.for([["help"], ["help", "send"], ["--version"], ["completion", "bash"], ["__complete", "modes"]])(
  "what needs no home works without one that can be trusted: %j",
  async (words) => {
    const home = tempDir();
    chmodSync(home, 0o777);
    expect(await runCli(words, { home })).toMatchObject({ code: 0, err: "" });
  },
);

test.for([
  ["win32", { HOME: "/home/ada" }, "win32 has neither systemd nor launchd"],
  ["linux", {}, "HOME is not set"],
] as const)("service_failed: nowhere to install it on %s", async ([platform, env, why]) => {
  const home = { io: { env, cwd: "/", program: "x" }, paths: pathsOf({ HOME: "/home/ada" }), platform };
  const error = await installService(home).catch((error: unknown) => error);
  const fix = "it starts with the first command; no installation is needed";
  expect(reported(error)).toEqual({
    code: 1,
    text: `error: the daemon can't be installed as a service here\nwhy: ${why}\nfix: ${fix}\n`,
    json: { code: "service_failed", message: "the daemon can't be installed as a service here", why, hint: fix },
  });
});

test("timeout: a daemon that does not end is named by its process", async () => {
  const { paths } = await testDaemon();
  let nowMs = 0;
  const now = () => {
    nowMs += 60_000;
    return nowMs;
  };
  // The daemon is a part of this process, which goes on.
  const error = await stopDaemon({ paths, io: { now } }).catch((error: unknown) => error);
  expect(reported(error)).toMatchObject({
    code: 7,
    text: `error: the daemon does not exit\nfix: check its log: skein daemon logs; or end it with: kill ${process.pid}\n`,
    json: { code: "timeout" },
  });
});

// Only this system tells who holds a lock.
test.runIf(process.platform === "linux")(
  "daemon_unreachable: whoever holds the home and does not listen is waited for, then named",
  async () => {
    const paths = pathsOf({ SKEIN_HOME: tempDir() });
    const lock = acquireDaemonLock({ path: paths.lock });
    onTestFinished(() => lock?.release());
    let nowMs = 0;
    const now = () => {
      nowMs += 10_000;
      return nowMs;
    };
    const error = await stopDaemon({ paths, io: { now } }).catch((error: unknown) => error);
    expect(reported(error)).toMatchObject({
      code: 5,
      text: expect.stringMatching(
        new RegExp(
          `^error: the daemon can't be reached, but it and its agents may be running
why: its lock: pid ${process.pid} .*kill ${process.pid}`,
          "s",
        ),
      ),
      json: { code: "daemon_unreachable" },
    });
    expect(nowMs).toBeGreaterThan(15_000);
  },
);

test.runIf(process.platform === "linux")(
  "agents_left: what lives on is named before anybody says that all has ended",
  () => {
    const paths = pathsOf({ SKEIN_HOME: tempDir() });
    const env = { SKEIN_RUN: "run-1", [HOME_VARIABLE]: homeMark(paths.home) ?? "" };
    // Without a shell in between: it is there with its environment when this returns.
    const child = spawn("/bin/sleep", ["1000"], { env, stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    const attempt = (): unknown => {
      try {
        return requireNoneLeft(paths);
      } catch (error) {
        return error;
      }
    };
    expect(reported(attempt())).toMatchObject({
      code: 1,
      text: [
        "error: not every agent has ended: 1 run left",
        "why: processes with these markers still run: run-1",
        "fix: try again: skein daemon stop --agents; or check with: skein doctor",
        "",
      ].join("\n"),
      json: { code: "agents_left" },
    });
  },
);
