// The built command line as people start it, each call a process of its own, in a home of the test's own.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { sharedCache } from "./daemon-process.ts";
import { endWithTest } from "./end-with-test.ts";
import type { Lifetime } from "./lifetime.ts";
import { untilGone } from "./run-bench.ts";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

export class SkeinHome {
  /** Another one may be installed elsewhere. */
  program = resolve("dist/skein.cjs");
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "skein-cli-")));
  readonly home = join(this.root, "home");
  /** A directory where sessions work. */
  readonly workspace = join(this.root, "work");
  readonly env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: this.root,
    SKEIN_HOME: this.home,
    XDG_CACHE_HOME: sharedCache(),
  };

  readonly #user: User;

  /** Everything runs as this user; only root can say another one than its own. It is of the test, unless several share it. */
  constructor(user: User = {}, lifetime?: Lifetime) {
    this.#user = user;
    mkdirSync(this.workspace);
    // Whoever runs the tests may have a real agent on their PATH.
    mkdirSync(this.home, { mode: 0o700 });
    writeFileSync(join(this.home, "config.toml"), 'default_agent = "demo"\n');
    if (user.uid !== undefined) {
      this.env.XDG_CACHE_HOME = join(this.root, "cache");
      for (const path of [this.root, this.workspace, this.home, join(this.home, "config.toml")])
        chownSync(path, user.uid, user.uid);
    }
    endWithTest(this.root, { end: () => this.run(["daemon", "stop", "--agents"]) }, lifetime);
  }

  start(words: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [this.program, ...words], { cwd: this.workspace, env: this.env, ...this.#user });
  }

  async run(words: readonly string[], stdin = ""): Promise<Ended> {
    const child = this.start(words);
    child.stdin.on("error", () => {}).end(stdin);
    const exited = once(child, "close");
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await exited;
    return { code, out, err };
  }

  async json<T = Record<string, unknown>>(words: readonly string[]): Promise<T> {
    const { code, out, err } = await this.run([...words, "--json"]);
    if (code !== 0) throw new Error(`skein ${words.join(" ")}: exit code ${code}\n${err}`);
    return JSON.parse(out) as T;
  }

  /** The flag that names what a session asks now. */
  async asked(name: string): Promise<readonly ["--question", string]> {
    const { items } = await this.json<{ items: { id: string; name: string | null }[] }>(["inbox"]);
    const found = items.find((one) => one.name === name);
    if (!found) throw new Error(`${name} asks nothing`);
    return ["--question", found.id];
  }

  /** The daemon's pid, or null. */
  async daemonPid(): Promise<number | null> {
    return (await this.json<{ pid: number | null }>(["daemon", "status"])).pid;
  }

  /** As a power cut for the daemon: nothing is said, nothing is tidied up. Resolves to its pid when it is gone. */
  async killDaemon(): Promise<number> {
    const pid = await this.daemonPid();
    if (pid === null) throw new Error("no daemon runs that could be killed");
    process.kill(pid, "SIGKILL");
    await untilGone(pid);
    return pid;
  }
}
