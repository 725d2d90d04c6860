// A question to the person at the terminal that must be answered with yes before something is done.
import { createInterface } from "node:readline/promises";
import type { Context } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";

/** Throws unless the person agrees; `--yes` agrees beforehand, and without a person nothing else does. */
export async function confirm({ io, flags, isInteractive }: Context, question: string): Promise<void> {
  if (flags.yes) return;
  if (!isInteractive) throw usageFailure(`not without a yes: ${question}`, "add -y");
  await askForYes(io, question);
}

/** Of a person at a terminal: anything but a yes is a no. */
export async function askForYes(io: Pick<Io, "stdin" | "stdout">, question: string): Promise<void> {
  const reader = createInterface({ input: io.stdin, output: io.stdout });
  const interrupted = new AbortController();
  reader.once("SIGINT", () => interrupted.abort()).once("close", () => interrupted.abort());
  const typed = await reader.question(`${question} [y/N] `, { signal: interrupted.signal }).catch(() => "");
  reader.close();
  if (!/^y(es)?$/i.test(typed.trim())) {
    throw new Failure("nothing was done", { exit: "interrupted", code: "not_confirmed" });
  }
}
