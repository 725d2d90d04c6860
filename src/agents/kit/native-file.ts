// Where agents keep their own records of conversations (`Driver.nativeFiles`).
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Below a directory of the person's; null where nobody can say which, or where its own name would read as a pattern. */
export function fileBelow(directory: string | undefined, pattern: string): string | null {
  return directory === undefined || !isAbsolute(directory) || /[*{}]/.test(directory) ? null : join(directory, pattern);
}

/** The directory that a variable names, else the usual one below the person's home. */
export const directoryIn = (env: Environment, variable: string, usual: string): string | undefined =>
  env[variable] || (env.HOME ? join(env.HOME, usual) : undefined);
