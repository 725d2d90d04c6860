// If the system can't tell who calls, a code that is shown on the user's own terminal proves that a person is there. It is valid once and only
// for the requests that it was made for: on some systems others can read that terminal, and the code is of no more use to them.
import { constants, lstatSync, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import type { ConfirmationAnswer } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import type { Process } from "../../system/index.ts";
import { processTable } from "../../system/processes.ts";
import { runningHooks } from "../attention/start-command.ts";
import { Refusal } from "../refusal.ts";
import { agentBehind } from "./belongs-to-agent.ts";
import { Codes, VALID_MS } from "./codes.ts";

/** Not `/dev/tty`, which means another terminal in each process. */
const TERMINAL = /^\/dev\/(pts\/\d+|tty\w+)$/;

interface Dependencies {
  readonly clock: Clock;
  readonly readProcesses: () => Promise<Process[]>;
  readonly hookMarker: string;
}

export class Confirmations {
  readonly #deps: Dependencies;
  readonly #codes: Codes;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#codes = new Codes(deps.clock);
  }

  /** Writes a code for these requests (`PUT /v1/…`) to a terminal that belongs to the user and not to an agent. */
  async show(terminal: string, requests: readonly string[] | null): Promise<ConfirmationAnswer> {
    if (!TERMINAL.test(terminal)) throw new Refusal("invalid_path", `${terminal} is not the path of a terminal.`);
    const found = statOf(terminal);
    if (!found?.isCharacterDevice() || found.uid !== process.getuid?.())
      throw new Refusal("invalid_path", `${terminal} is not a terminal of yours.`);
    await this.#refuseAgents(terminal);
    const code = this.#codes.open(requests);
    await write(terminal, code).catch((error) => {
      this.#codes.drop(code);
      throw error;
    });
    return { terminal, minutes: VALID_MS / 60_000 };
  }

  /** Whether the code confirms this request. Once used, it confirms only the same command again. */
  accepts(typed: string | undefined, request: string, command: string | null): boolean {
    return typed !== undefined && this.#codes.accepts(typed, request, command);
  }

  /** A terminal that an agent created has either the agent's processes or none. */
  async #refuseAgents(path: string): Promise<void> {
    const { readProcesses, hookMarker } = this.#deps;
    const terminal = processTable.terminalAt(path);
    const processes = await readProcesses();
    const pids = processes.filter((one) => one.terminal === terminal).map(({ pid }) => pid);
    const suspects = { pids, processes, daemon: process.pid, hooks: runningHooks, hookMarker };
    if (pids.length > 0 && !agentBehind(suspects)) return;
    throw new Refusal("self_approval", `${path} does not seem to be a terminal that a person uses.`);
  }
}

const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

async function write(terminal: string, code: string): Promise<void> {
  // A stopped terminal (Ctrl+S) must not block the daemon.
  const file = await open(terminal, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
    await file.write(
      `\r\nskein: ${shown} is the code for your command. If you did not run one, an agent did: ignore it.\r\n`,
    );
  } finally {
    await file.close();
  }
}
