// Which life of the machine this is. After a power cut a run's directory may lack what was written last, its keeper's file
// among it: a run of another life is never started, it might be for the second time.
import { readFileSync } from "node:fs";

/** Empty where the system does not tell. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
