// The environments of all ancestors of this process. Cheap, because every command calls it.
import { orNull } from "../files.ts";
import { parentOf, readEnvironment } from "./proc.ts";

/** Empty if the system does not show them. */
export function environmentsAbove(): string[] {
  const found: string[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) found.push(orNull(() => readEnvironment(pid)) ?? "");
  return found;
}
