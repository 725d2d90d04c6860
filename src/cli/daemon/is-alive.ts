// Whether a process runs. One that has ended but that nobody has collected yet (a zombie) does not.
import { readFileSync } from "node:fs";
import { isCode } from "../../system/index.ts";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isCode(error, "EPERM");
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    // "pid (name) state …": the name may hold anything, brackets too.
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, ""));
  } catch {
    return false;
  }
}
