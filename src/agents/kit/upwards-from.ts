// A directory and all above it, where agents also look for settings.
import { dirname } from "node:path";

export function upwardsFrom(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...upwardsFrom(above)];
}
