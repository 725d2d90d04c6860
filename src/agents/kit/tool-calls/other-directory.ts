// The directory in which a command would run, according to the agent.
import { resolve } from "node:path";

/** Null if it is the agent's own. `~` is kept, because only the judge knows the home. */
export function otherDirectory(cwd: string, said: string): string | null {
  if (said.startsWith("~")) return said;
  const directory = resolve(cwd, said);
  return directory === resolve(cwd) ? null : directory;
}
