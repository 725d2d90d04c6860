// The environments of all processes that led to this one. Light: every command asks.
import { orNull } from "../files.ts";
import { parentOf, readEnvironment } from "./proc.ts";

/** None where the system does not tell. */
export function environmentsAbove(): string[] {
  const found: string[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) found.push(orNull(() => readEnvironment(pid)) ?? "");
  return found;
}
