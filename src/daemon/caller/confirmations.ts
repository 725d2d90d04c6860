// Where the system does not tell who calls: a code on the person's own terminal, which no agent can read, proves that a person is there.
import { randomInt } from "node:crypto";
import { constants, lstatSync, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { isAgentBehind, type Process, processTable } from "../../agents/index.ts";
import type { ConfirmationAnswer } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { Refusal } from "../answer.ts";

const VALID_MS = 10 * 60_000;
/** Beyond these the oldest goes. */
const MOST_CODES = 20;
/** Without those that look alike. 32^8 are too many to try within the time that a code is valid. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LETTERS = 8;

/** Not `/dev/tty`, which is another one for each process. */
const TERMINAL = /^\/dev\/(pts\/\d+|tty\w+)$/;

interface Surroundings {
  readonly clock: Clock;
  readonly readProcesses: () => Promise<Process[]>;
  readonly hookMarker: string;
}

export class Confirmations {
  readonly #around: Surroundings;
  readonly #codes = new Map<string, number>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Writes a code to a terminal of the user's that no agent has. */
  async show(terminal: string): Promise<ConfirmationAnswer> {
    if (!TERMINAL.test(terminal)) throw new Refusal("invalid_path", `${terminal} is not the path of a terminal.`);
    const found = statOf(terminal);
    if (!found?.isCharacterDevice() || found.uid !== process.getuid?.())
      throw new Refusal("invalid_path", `${terminal} is not a terminal of yours.`);
    await this.#refuseAgents(terminal);
    const code = newCode();
    await write(terminal, code);
    const oldest = this.#codes.size >= MOST_CODES ? this.#codes.keys().next().value : undefined;
    if (oldest !== undefined) this.#codes.delete(oldest);
    this.#codes.set(code, this.#around.clock.monotonicMs() + VALID_MS);
    return { terminal, minutes: VALID_MS / 60_000 };
  }

  accepts(code: string | undefined): boolean {
    const validUntilMs = this.#codes.get(code?.toLowerCase().replaceAll(/[\s-]/g, "") ?? "");
    return validUntilMs !== undefined && this.#around.clock.monotonicMs() < validUntilMs;
  }

  /** A terminal that an agent made for itself has the agent's processes, or none at all. */
  async #refuseAgents(path: string): Promise<void> {
    const { readProcesses, hookMarker } = this.#around;
    const terminal = processTable.terminalAt(path);
    const processes = await readProcesses();
    const pids = processes.filter((one) => one.terminal === terminal).map(({ pid }) => pid);
    if (pids.length > 0 && !isAgentBehind({ pids, processes, daemon: process.pid, hookMarker })) return;
    throw new Refusal("self_approval", `${path} is no terminal that a person works in, as far as can be told.`);
  }
}

const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const newCode = (): string =>
  Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");

async function write(terminal: string, code: string): Promise<void> {
  // A terminal that is held up (Ctrl+S) must not hold up the daemon.
  const file = await open(terminal, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
    await file.write(
      `\r\nskein: ${shown} is the code for what you do here. If you did not ask for one, an agent did: ignore it.\r\n`,
    );
  } finally {
    await file.close();
  }
}
