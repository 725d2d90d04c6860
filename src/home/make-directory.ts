// A directory and those above it, each for its owner alone. Node's own way never ends where the system refuses a name that it then can't find (/proc).
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isCode } from "../system/index.ts";

export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) makeOne(one);
}

/** Somebody may have been faster. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}
