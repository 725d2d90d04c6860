// The directory in which a command would run, as the agent names it.
import { resolve } from "node:path";

/** Null where it is the one in which the agent works. A `~` stays as it is: it is the judge who knows the home. */
export function otherDirectory(cwd: string, said: string): string | null {
  if (said.startsWith("~")) return said;
  const directory = resolve(cwd, said);
  return directory === resolve(cwd) ? null : directory;
}
