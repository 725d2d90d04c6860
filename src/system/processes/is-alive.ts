// Whether a process runs. A zombie, which has ended but was not reaped, does not.
import { isCode } from "../errors.ts";
import { stateOf } from "./proc.ts";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isCode(error, "EPERM");
  }
  return stateOf(pid) !== "Z";
}
