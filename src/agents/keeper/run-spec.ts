// What a run is: the agent's command line, directory, environment and stdin. Stored in the run's directory, so that any daemon can start a run that
// another one has prepared.
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
  /** The whole environment: nothing of the daemon's is added. The shell sets PWD. */
  env: Readonly<Record<string, string>>;
  stdin: { kind: "stream" } | { kind: "file"; bytes: Buffer };
  output?: OutputLimits;
  session?: RunSession;
}

/** Its session, for people who have no log. */
export interface RunSession {
  id: string;
  /** The name when the run was prepared; it may have changed since. */
  name: string | null;
}

/** How much of an agent's output is kept while nobody reads it; 0 = all of it. */
export interface OutputLimits {
  /** An agent with more unread output than this is paused until it was read. */
  unreadBytes: number;
  /** Of a longer stderr the first and the last part are kept. */
  stderrBytes: number;
  /** How often the keeper checks: output in between may exceed the limit. */
  lookSeconds: number;
}

export const DEFAULT_OUTPUT: OutputLimits = { unreadBytes: 1_000_000_000, stderrBytes: 16_000_000, lookSeconds: 5 };

const Command = z.object({
  argv: z.array(z.string()).min(1),
  cwd: z.string().startsWith("/"),
  env: z.record(z.string(), z.string()),
  /** The boot in which it was prepared. */
  boot: z.string(),
  output: z
    .object({ unreadBytes: z.number().min(0), stderrBytes: z.number().min(0), lookSeconds: z.number().positive() })
    // An earlier daemon may have prepared it.
    .default(DEFAULT_OUTPUT),
  session: z.object({ id: z.string(), name: z.string().nullable() }).optional(),
});

export type Command = z.infer<typeof Command>;

/** Atomic: its existence shows that the rest of the directory is complete. */
export async function saveCommand(files: RunFiles, command: unknown): Promise<void> {
  // A run of an earlier boot is never started, so nothing must survive a power cut.
  await replaceFile(files.spec, JSON.stringify(Command.parse(command)), { isDurable: false });
}

/** Whether it may still be started: it was prepared, in this boot. */
export async function isOfThisBoot(files: RunFiles): Promise<boolean> {
  return loadCommand(files).then(
    ({ boot }) => boot === bootId(),
    () => false,
  );
}

/** More than any system accepts as a command line and environment. */
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
