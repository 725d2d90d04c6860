// Where agents keep their own records of conversations (`Driver.nativeFiles`).
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Below one of the user's directories; null if that is unknown, or if its name contains pattern characters. */
export function fileBelow(directory: string | undefined, pattern: string): string | null {
  return directory === undefined || !isAbsolute(directory) || /[*{}]/.test(directory) ? null : join(directory, pattern);
}

/** The directory in a variable, else the default one below the user's home. */
export const directoryIn = (env: Environment, variable: string, usual: string): string | undefined =>
  env[variable] || (env.HOME ? join(env.HOME, usual) : undefined);
