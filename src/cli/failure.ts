// A command's failure, ready to be shown: what, why, and what to do.
import { type ExitName, exitCodes } from "./exit-codes.ts";

export interface FailureFacts {
  readonly exit: ExitName;
  /** Stable, for programs. */
  readonly code: string;
  readonly why?: string | undefined;
  readonly fix?: string | undefined;
  /** A list that belongs to it: candidates, or paths that were tried. */
  readonly lines?: readonly string[];
  /** Further fields of the error under `--json`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: number;
  readonly #exit: ExitName;
  readonly code: string;
  readonly why: string | undefined;
  readonly fix: string | undefined;
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(message: string, { exit, code, why, fix, lines = [], facts = {}, cause }: FailureFacts) {
    super(message, { cause });
    this.exitCode = exitCodes[exit].code;
    this.#exit = exit;
    this.code = code;
    this.why = why;
    this.fix = fix;
    this.lines = lines;
    this.facts = facts;
  }

  /** The same with another remedy. */
  withFix(fix: string): Failure {
    const { message, code, why, lines, facts, cause } = this;
    return new Failure(message, { exit: this.#exit, code, why, fix, lines, facts, cause });
  }
}

export const usageFailure = (message: string, fix: string): Failure =>
  new Failure(message, { exit: "usage", code: "usage", fix });
