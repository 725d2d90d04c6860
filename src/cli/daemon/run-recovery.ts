// Runs a recovery in the daemon's program, as a separate process: the command line does not know how a log is stored.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Paths } from "../../home/index.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";

interface Recovery {
  readonly io: Io;
  readonly paths: Paths;
  readonly isDry: boolean;
  readonly isJson: boolean;
}

/** Passes on its output and exit code. */
export async function runRecovery({ io, paths, isDry, isJson }: Recovery): Promise<number> {
  const words = ["__recover", ...(isDry ? ["--dry-run"] : []), ...(isJson ? ["--json"] : [])];
  const child = spawn(process.execPath, [io.program, ...words], {
    env: { ...io.env, SKEIN_HOME: paths.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.pipe(io.stdout, { end: false });
  child.stderr.pipe(io.stderr, { end: false });
  const [code] = await once(child, "close");
  return code ?? exitCodes.failed.code;
}
