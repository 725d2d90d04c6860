// A directory and all above it: agents look for settings there, too.
import { dirname } from "node:path";

export function upwardsFrom(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...upwardsFrom(above)];
}
