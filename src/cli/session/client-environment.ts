// The environment for an agent: that of the person who opened the session, from the shell where they opened it.
import type { Io } from "../io.ts";

export const clientEnvironment = ({ env }: Pick<Io, "env">): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
