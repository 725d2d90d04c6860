// The daemon as a service of the system: the files it is told, and what is run to tell it.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installService, uninstallService } from "../../src/cli/daemon/install-daemon.ts";
import { type Service, serviceKind } from "../../src/cli/daemon/login-item.ts";
import { pathsOf } from "../../src/home/index.ts";
import { withoutPrograms } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { runCli } from "./run-cli.ts";

const service: Service = {
  command: ["/usr/bin/node", "--max-semi-space-size=2", '/opt/my "skein" 100%/$x/skein.cjs', "__daemon"],
  home: "/home/ada/.skein & $co",
  path: "/usr/local/bin:/usr/bin",
  log: "/home/ada/.skein & co/daemon.log",
};

test.for(["linux", "darwin"] as const)("the file for %s is as it was", async (platform) => {
  const kind = serviceKind(platform)!;
  await expect(kind.text(service)).toMatchFileSnapshot(`../recordings/login-items/${kind.name}.golden`);
});

const withoutSystemd = withoutPrograms("the file for systemd", ["systemd-analyze"], "npm run test:fast");

test.skipIf(withoutSystemd)("systemd finds nothing wrong with its file", () => {
  const file = join(tempDir(), "skein.service");
  const command = [process.execPath, "/opt/my skein 100%/$x/skein.cjs", "__daemon"];
  writeFileSync(file, serviceKind("linux")!.text({ ...service, command }));
  const env = { ...process.env, XDG_RUNTIME_DIR: tempDir() };
  const said = execFileSync("systemd-analyze", ["verify", "--user", file], { encoding: "utf8", stdio: "pipe", env });
  expect(said).toBe("");
});

/** A `systemctl` that writes down how it was called. */
function fakeSystem(exitCode = 0) {
  const root = tempDir();
  const calls = join(root, "calls");
  mkdirSync(join(root, "bin"));
  const program = join(root, "bin", "systemctl");
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${calls}\necho "Failed to connect to bus" >&2\nexit ${exitCode}\n`);
  chmodSync(program, 0o755);
  const env = { HOME: root, PATH: `${join(root, "bin")}:${process.env.PATH}`, SKEIN_HOME: join(root, "home") };
  const file = join(root, ".config", "systemd", "user", "skein.service");
  return { env, file, calls: () => readFileSync(calls, "utf8").trim().split("\n") };
}

test("install writes the file and enables it; again it changes nothing; uninstall takes both back", async () => {
  const { env, file, calls } = fakeSystem();
  const home = { io: { env, cwd: "/", program: "/opt/skein.cjs" }, paths: pathsOf(env), platform: "linux" } as const;
  expect(await installService(home)).toMatchObject({ kind: "systemd", file, changed: true });
  expect(readFileSync(file, "utf8")).toContain('"/opt/skein.cjs" "__daemon"');
  expect(readFileSync(file, "utf8")).toContain("KillMode=process");
  expect(await installService(home)).toMatchObject({ changed: false });
  expect(calls()).toEqual(Array(2).fill(["--user daemon-reload", "--user enable --now skein.service"]).flat());
  expect(await uninstallService(home)).toEqual({ file });
  expect(calls().at(-1)).toBe("--user disable --now skein.service");
  expect(existsSync(file)).toBe(false);
  expect(await uninstallService(home)).toBeNull();
});

test("the login item of another home is left alone, and said to be another's", async () => {
  const { env, file, calls } = fakeSystem();
  const io = { env, cwd: "/", program: "/opt/skein.cjs" };
  await installService({ io, paths: pathsOf(env), platform: "linux" });
  const installed = calls().length;
  const other = { ...env, SKEIN_HOME: join(env.HOME, "other") };
  const home = String(env.SKEIN_HOME);
  const byDaemon = await runCli(["daemon", "uninstall"], { env: other });
  expect(byDaemon.code).toBe(1);
  expect(byDaemon.err).toContain("the login item belongs to another home");
  expect(byDaemon.err).toContain(`is for ${home}`);
  expect(byDaemon.err).toContain(`SKEIN_HOME=${home} skein daemon uninstall`);
  const all = await runCli(["uninstall"], { env: other });
  expect(all).toMatchObject({ code: 0, out: expect.stringContaining(`left alone: ${file} is for ${home}`) });
  expect(existsSync(file)).toBe(true);
  expect(calls()).toHaveLength(installed);
});

test("no systemctl of the current directory is run", async () => {
  const { env, calls } = fakeSystem();
  const cwd = tempDir();
  const harmed = join(cwd, "harmed");
  writeFileSync(join(cwd, "systemctl"), `#!/bin/sh\ntouch ${harmed}\n`, { mode: 0o755 });
  const PATH = `.:${cwd}:${env.PATH}`;
  const home = { io: { env: { ...env, PATH }, cwd, program: "/opt/skein.cjs" }, paths: pathsOf(env) };
  await installService({ ...home, platform: "linux" });
  expect([calls().length, existsSync(harmed)]).toEqual([2, false]);
});

test("inside an agent neither is done", async () => {
  const { env, file } = fakeSystem();
  const agent = { ...env, SKEIN_RUN: "run-1" };
  const refused = { code: 4, err: expect.stringContaining("an agent can't change what starts with your login") };
  expect(await runCli(["daemon", "install"], { env: agent })).toMatchObject(refused);
  expect(existsSync(file)).toBe(false);
  await installService({ io: { env, cwd: "/", program: "/opt/skein.cjs" }, paths: pathsOf(env), platform: "linux" });
  expect(await runCli(["daemon", "uninstall"], { env: agent })).toMatchObject(refused);
  expect(existsSync(file)).toBe(true);
});

test("a system that refuses is quoted, with what to do", async () => {
  const { env } = fakeSystem(1);
  const { code, err } = await runCli(["daemon", "install"], { env });
  expect(code).toBe(1);
  expect(err).toContain("systemctl --user daemon-reload failed");
  expect(err).toContain("Failed to connect to bus");
  expect(err).toContain("enable it by hand");
});

test("where there is no such system, nothing needs to be installed", async () => {
  const home = { io: { env: { HOME: "/home/ada" }, cwd: "/", program: "x" }, paths: pathsOf({ HOME: "/home/ada" }) };
  await expect(installService({ ...home, platform: "win32" })).rejects.toMatchObject({
    why: "win32 has neither systemd nor launchd",
  });
});
