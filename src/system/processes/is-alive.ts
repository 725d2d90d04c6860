// Whether a process runs. One that has ended but that nobody has collected yet (a zombie) does not.
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
