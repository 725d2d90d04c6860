// Which life of the machine this is. After a power cut a run's directory may lack what was written last, its keeper's file
// among it: a run of another life is never started, it might be for the second time.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { orNull } from "./files.ts";
import { runProgramNow } from "./programs/run-program.ts";

interface Sources {
  /** Linux. */
  file: string;
  /** macOS. */
  sysctl: string;
}

const SOURCES: Sources = { file: "/proc/sys/kernel/random/boot_id", sysctl: "/usr/sbin/sysctl" };

let known: string | null = null;

/** It does not change while a process lives. */
export function bootId(): string {
  known ??= readBootId(SOURCES);
  return known;
}

/** Where the system does not tell, each process counts as a life of its own: what another daemon has prepared is not started. */
export const readBootId = ({ file, sysctl }: Sources): string =>
  orNull(() => readFileSync(file, "utf8").trim()) ||
  runProgramNow(sysctl, ["-n", "kern.bootsessionuuid"]) ||
  randomUUID();
