// Another user of this machine, who runs the built command line: needs root. Users need no entry in the system, so each test has new ones.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, lstatSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { endWithTest } from "./end-with-test.ts";
import type { Ended } from "./skein-home.ts";

let made = 0;

export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly umask?: string;
}

export class MachineUser {
  /** No two of these that live at once share it. */
  readonly uid = 100_000 + (process.pid % 100_000) * 16 + made++;
  /** Home directory of the user; others may look into it. */
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "skein-user-")));
  readonly env: Record<string, string> = { PATH: process.env.PATH ?? "", HOME: this.dir };
  readonly skeinHome = join(this.dir, ".skein");

  constructor() {
    chmodSync(this.dir, 0o755);
    chownSync(this.dir, this.uid, this.uid);
    onTestFinished(() => rmSync(`/tmp/skein-${this.uid}`, { recursive: true, force: true }));
    endWithTest(this.dir, { end: () => this.#stopDaemons() });
  }

  readonly #homes = new Set<string>();

  async #stopDaemons(): Promise<void> {
    for (const home of this.#homes) await this.skein(["daemon", "stop", "--agents"], { env: { SKEIN_HOME: home } });
  }

  /** Runs `sh` commands as this user. */
  sh(script: string, around: Around = {}): Promise<Ended> {
    return this.run(["/bin/sh", "-c", script], around);
  }

  /** The built command line, with the home that `SKEIN_HOME` names, or the usual one. */
  skein(words: readonly string[], around: Around = {}): Promise<Ended> {
    this.#homes.add(around.env?.SKEIN_HOME ?? this.env.SKEIN_HOME ?? this.skeinHome);
    const { node, program } = reachableProgram();
    return this.run([node, program, ...words], around);
  }

  async run(command: readonly string[], { env = {}, cwd = this.dir, umask = "022" }: Around): Promise<Ended> {
    const child = spawn("/bin/sh", ["-c", `umask ${umask}; exec "$@"`, "sh", ...command], {
      cwd,
      env: { ...this.env, ...env },
      uid: this.uid,
      gid: this.uid,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(child, "close");
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await exited;
    return { code, out, err };
  }
}

interface Program {
  readonly node: string;
  readonly program: string;
}

let reachable: Program | null = null;

function reachableProgram(): Program {
  reachable ??= makeReachable({ node: process.execPath, program: resolve("dist/skein.cjs") });
  return reachable;
}

/** A checkout may be closed to everybody but root. */
function makeReachable({ node, program }: Program): Program {
  if (isOpenToAll(program) && isOpenToAll(node)) return { node, program };
  const dir = mkdtempSync(join(tmpdir(), "skein-program-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o755);
  cpSync(dirname(program), join(dir, "dist"), { recursive: true });
  cpSync(node, join(dir, "node"));
  return { node: join(dir, "node"), program: join(dir, "dist", "skein.cjs") };
}

function isOpenToAll(path: string): boolean {
  const needed = lstatSync(path).isDirectory() ? 0o001 : 0o004;
  const isOpen = (statSync(path).mode & needed) !== 0;
  return isOpen && (dirname(path) === path || isOpenToAll(dirname(path)));
}
