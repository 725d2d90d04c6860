// Creates a directory and its missing parents for their owner alone. Node's recursive mkdir loops forever if the system refuses a name that it
// then does not find (/proc).
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isCode } from "../system/index.ts";

export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) makeOne(one);
}

/** Another process may have created it first. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}
