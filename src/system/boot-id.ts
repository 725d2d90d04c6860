// Identifies the machine's current boot. After a power cut a run's directory may lack its last writes, its keeper's file included. So a run
// that was prepared before a reboot is never started: it might be its second start.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { orNull } from "./files.ts";
import { runProgramNow } from "./programs/run-program.ts";

interface Sources {
  /** On Linux. */
  file: string;
  /** On macOS. */
  sysctl: string;
}

const SOURCES: Sources = { file: "/proc/sys/kernel/random/boot_id", sysctl: "/usr/sbin/sysctl" };

let known: string | null = null;

/** It does not change while a process lives. */
export function bootId(): string {
  known ??= readBootId(SOURCES);
  return known;
}

/** If the system reports none, every process gets an id of its own: then runs that another daemon prepared are not started. */
export const readBootId = ({ file, sysctl }: Sources): string =>
  orNull(() => readFileSync(file, "utf8").trim()) ||
  runProgramNow(sysctl, ["-n", "kern.bootsessionuuid"]) ||
  randomUUID();
