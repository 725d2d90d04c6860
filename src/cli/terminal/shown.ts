// When a person can have seen what was written: keys that were pressed before mean something else.
import type { Output } from "../io.ts";

/** Nobody reads and presses a key in less. */
export const READING_MS = 300;

/** Resolves when what was written is on the screen for so long, and every key that was pressed until then was read. */
export async function shown(output: Output, ms = READING_MS): Promise<void> {
  await new Promise<void>((resolve) => output.write("", () => resolve()));
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
  // A program that was busy meanwhile finds the keys of that time only now.
  await new Promise<void>((resolve) => setImmediate(resolve));
}
