// OpenCode's server as a child process: started with a random password, awaited, and ended.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../../system/index.ts";
import { endOf, keepTail } from "../../../system/processes.ts";
import { type Address, send } from "./http.ts";

/** On a busy machine it takes many seconds to start. */
const START_MS = 120_000;
const HEALTH_TIMEOUT_MS = 2_000;
const HEALTH_INTERVAL_MS = 100;
const END_MS = 3_000;
/** For its remaining output, which its child processes may hold back. */
const WORDS_MS = 500;
const MAX_WORDS = 4_000;

const listening = /listening on https?:\/\/[^\s:]+:(\d+)/;

export class Server {
  readonly #password = randomBytes(24).toString("hex");
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #port: number | null = null;
  #stdout = "";
  #isStopping = false;

  /** `died` gets its last output if it ends unexpectedly. */
  constructor(executable: string, died: (words: string) => void) {
    const child = spawn(executable, ["serve", "--hostname", "127.0.0.1", "--port", "0"], {
      env: { ...process.env, OPENCODE_SERVER_PASSWORD: this.#password },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (words: string) => this.#listen(words));
    const stderr = keepTail(child.stderr, MAX_WORDS);
    this.#ended = howEnded(child).then((how) => {
      if (!this.#isStopping) died(stderr().trim() || `OpenCode's server is gone: ${how}`);
    });
  }

  #listen(words: string): void {
    if (this.#port !== null) return;
    this.#stdout = (this.#stdout + words).slice(-MAX_WORDS);
    const port = listening.exec(this.#stdout)?.[1];
    if (port !== undefined) this.#port = Number(port);
  }

  /** Resolves when it answers. A request to a server that is still starting may never be answered (1.18.33), so each has a timeout. */
  async ready(): Promise<Address> {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline) {
      const address = this.#port === null ? null : { port: this.#port, password: this.#password };
      if (address && (await isHealthy(address))) return address;
      await delay(HEALTH_INTERVAL_MS);
    }
    throw new Error(`OpenCode's server did not answer within ${START_MS / 1000} s`);
  }

  /** Gives it time to end by itself. */
  endsSoon(): Promise<void> {
    return Promise.race([this.#ended, delay(WORDS_MS * 2)]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_MS);
    await this.#ended;
    clearTimeout(timer);
  }
}

/** How it ended, after all of its output was read. */
const howEnded = (child: ChildProcess): Promise<string> =>
  endOf(child, WORDS_MS).then(({ code, signal }) => signal ?? `exit code ${code}`, messageOf);

async function isHealthy(address: Address): Promise<boolean> {
  try {
    const answer = await send(address, { method: "GET", path: "/global/health", timeoutMs: HEALTH_TIMEOUT_MS });
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}
