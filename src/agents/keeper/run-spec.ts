// What a run is: the agent's command line, directory, environment and stdin. Kept in the run's directory, so that any daemon
// can start what another one has prepared.
import * as z from "zod";
import { SkeinError } from "../../core/index.ts";
import { readRegularFile } from "../../home/index.ts";
import { replaceFile } from "../../system/index.ts";
import { bootId } from "../../system/processes.ts";
import type { RunFiles } from "./run-files.ts";

export interface RunSpec {
  /** Unique for ever; marks every process of the run. */
  run: string;
  dir: string;
  argv: readonly string[];
  cwd: string;
  /** All of it: nothing of the daemon's own is added. PWD is the one variable that the shell sets right. */
  env: Readonly<Record<string, string>>;
  stdin: { kind: "stream" } | { kind: "file"; bytes: Buffer };
  output?: OutputLimits;
  session?: RunSession;
}

/** Whose run it is, for people who look where there is no log. */
export interface RunSession {
  id: string;
  /** When the run was prepared: it may be called otherwise by now. */
  name: string | null;
}

/** How much of what an agent writes is kept while nobody is there; 0 = all of it. */
export interface OutputLimits {
  /** An agent that has said more than this, unread, waits until somebody has read it. */
  unreadBytes: number;
  /** Of a longer stderr the first and the last part are kept. */
  stderrBytes: number;
  /** How often the keeper looks: what is written in between is over the limit. */
  lookSeconds: number;
}

export const DEFAULT_OUTPUT: OutputLimits = { unreadBytes: 1_000_000_000, stderrBytes: 16_000_000, lookSeconds: 5 };

const Command = z.object({
  argv: z.array(z.string()).min(1),
  cwd: z.string().startsWith("/"),
  env: z.record(z.string(), z.string()),
  /** The life of the machine that it was prepared in. */
  boot: z.string(),
  output: z
    .object({ unreadBytes: z.number().min(0), stderrBytes: z.number().min(0), lookSeconds: z.number().positive() })
    // A daemon before this one may have prepared it.
    .default(DEFAULT_OUTPUT),
  session: z.object({ id: z.string(), name: z.string().nullable() }).optional(),
});

export type Command = z.infer<typeof Command>;

/** Whole or not at all: its presence says that the rest of the directory is complete. */
export async function saveCommand(files: RunFiles, command: unknown): Promise<void> {
  // A run of another life of the machine is never started: there is nothing to keep over a power cut.
  await replaceFile(files.spec, JSON.stringify(Command.parse(command)), { isDurable: false });
}

/** Whether it may still be started: it was prepared, in this life of the machine. */
export async function isOfThisBoot(files: RunFiles): Promise<boolean> {
  return loadCommand(files).then(
    ({ boot }) => boot === bootId(),
    () => false,
  );
}

/** More than any system takes as a command line and its environment. */
const MAX_BYTES = 32 * 1024 * 1024;

export async function loadCommand(files: RunFiles): Promise<Command> {
  try {
    return Command.parse(
      JSON.parse(readRegularFile(files.spec, { maxBytes: MAX_BYTES, isTrusted: true }).toString("utf8")),
    );
  } catch (cause) {
    throw new SkeinError("run_not_prepared", `The run in ${files.dir} can't be started: its spec.json can't be read.`, {
      cause,
    });
  }
}
