// The user's commands as real processes, called by the built daemon.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { isAlive } from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

class Hooked {
  readonly daemon: DaemonProcess;

  constructor(env: Record<string, string> = {}) {
    this.daemon = new DaemonProcess({ env });
    mkdirSync(this.daemon.paths.home, { recursive: true, mode: 0o700 });
  }

  path(name: string): string {
    return join(this.daemon.workspace, name);
  }

  script(name: string, lines: readonly string[]): string {
    writeFileSync(this.path(name), ["#!/bin/sh", ...lines, ""].join("\n"));
    chmodSync(this.path(name), 0o755);
    return this.path(name);
  }

  configure(...lines: readonly string[]): void {
    writeFileSync(this.daemon.paths.config, ['default_agent = "demo"', ...lines, ""].join("\n"));
  }

  async session(): Promise<string> {
    await this.daemon.start();
    const env = { PATH: process.env.PATH ?? "", HOME: this.daemon.workspace };
    const { session } = await this.daemon.client.create({ cwd: this.daemon.workspace, env });
    return session.id;
  }

  lines(name: string): string[] {
    return existsSync(this.path(name)) ? readFileSync(this.path(name), "utf8").trim().split("\n") : [];
  }

  journal(): string {
    return readFileSync(this.daemon.paths.daemonLog, "utf8");
  }
}

const prompt = (text: string) => ({ content: [{ type: "text" as const, text }] });

test("[R-14] a hook gets its event on stdin, in the workspace, with a clean environment", async () => {
  const hooked = new Hooked({ CLAUDECODE: "1", MY_OWN: "kept" });
  const script = hooked.script("hook", [
    `cat > "${hooked.path("event")}.new"`,
    `{ pwd; echo "$1"; env; } > "${hooked.path("around")}"`,
    `mv "${hooked.path("event")}.new" "${hooked.path("event")}"`,
  ]);
  hooked.configure("[hooks]", `turn_end = ["${script}", "two words"]`);
  const session = await hooked.session();
  await hooked.daemon.client.prompt(session, prompt("[[say: hi]]"));
  await until("the hook", () => existsSync(hooked.path("event")));
  const end = await hooked.daemon.event(session, ({ type }) => type === "turn_end");
  expect(JSON.parse(readFileSync(hooked.path("event"), "utf8"))).toEqual(end);
  const [cwd, argument, ...env] = hooked.lines("around");
  expect([cwd, argument]).toEqual([hooked.daemon.workspace, "two words"]);
  const wanted = [`SKEIN_SESSION=${session}`, "SKEIN_EVENT=turn_end", "MY_OWN=kept"];
  expect(env).toEqual(expect.arrayContaining([...wanted, `SKEIN_HOME=${hooked.daemon.paths.home}`]));
  expect(env.filter((line) => line.startsWith("CLAUDECODE"))).toEqual([]);
});

test("[R-14] a hook that takes too long is killed with all that it started, and the journal says so", async () => {
  const hooked = new Hooked();
  const script = hooked.script("hook", [
    `setsid sh -c 'echo $$ >> "${hooked.path("pids")}"; exec sleep 600' &`,
    `echo $$ >> "${hooked.path("pids")}"`,
    "sleep 600",
  ]);
  hooked.configure("[hooks]", `session_start = ["${script}"]`, "timeout_seconds = 3");
  await hooked.session();
  await until("both processes", () => hooked.lines("pids").length === 2);
  await until("the journal", () => hooked.journal().includes("it took longer than 3 s and was killed"));
  expect(hooked.lines("pids").filter((pid) => isAlive(Number(pid)))).toEqual([]);
});

test("[R-14] a program of the workspace does not run because it has a hook's name", async () => {
  const hooked = new Hooked({ PATH: `.:${process.env.PATH}` });
  hooked.script("my-hook", [`touch "${hooked.path("ran")}"`]);
  hooked.configure("[hooks]", 'session_start = ["my-hook"]');
  await hooked.session();
  await until("the journal", () => hooked.journal().includes('There is no program \\"my-hook\\"'));
  expect(existsSync(hooked.path("ran"))).toBe(false);
});

test("[R-14] however often the daemon is killed, nobody is called twice for one question", async () => {
  const hooked = new Hooked();
  // A line of its own for each call: which of the things that wait it was about.
  const script = hooked.script("notify", [`sed 's/.*"id":"\\([^"]*\\)".*/\\1/' >> "${hooked.path("calls")}"`]);
  hooked.configure("[notify]", `command = ["${script}"]`);
  const session = await hooked.session();
  const { client } = hooked.daemon;
  const questions = 8;
  await client.prompt(session, prompt("[[ask: true]] ".repeat(questions)));
  for (let n = 0; n < questions; n++) {
    const asked = async () =>
      (await client.session(session)).state.permission.open.find((one) => one.state === "asked");
    const question = await until("a question", asked);
    // Killed at another point of its work each time: before it looks, while it writes, when it has called.
    const hasCalled = () => hooked.lines("calls").includes(`${session}:${question.seq}`);
    if (n % 2 === 0) await until("the call", hasCalled);
    await hooked.daemon.kill();
    await hooked.daemon.start();
    await client.answer(session, question.id, { option: "allow" });
  }
  await hooked.daemon.event(session, ({ type }) => type === "turn_end");
  const ids = hooked.lines("calls");
  expect(ids.length).toBeGreaterThanOrEqual(questions / 2);
  expect(new Set(ids).size).toBe(ids.length);
});
