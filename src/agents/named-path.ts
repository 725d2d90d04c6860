// Which file an agent's tool means by a path: blanks around it don't count, file URLs are paths, and a `~` stays as it is: the judge knows the home.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export function namedPath(cwd: string, said: string): string {
  const path = said.trim();
  if (/^~(\/|$)/.test(path)) return path;
  return resolve(cwd, path.startsWith("file:") ? pathOf(path) : path);
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
