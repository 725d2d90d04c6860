// A path as people write it, with `~` for their home directory.
import { safeLine } from "./safe-text.ts";

export function tildePath(path: string, home: string | undefined): string {
  const isInHome = home !== undefined && home !== "" && home !== "/" && (path === home || path.startsWith(`${home}/`));
  return safeLine(isInHome ? `~${path.slice(home.length)}` : path);
}
