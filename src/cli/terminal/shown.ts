// When a person can have seen some output: keys that were pressed before are meant for something else.
import type { Output } from "../io.ts";

/** Nobody reads and presses a key faster. */
export const READING_MS = 300;

/** Resolves when the output has been on the screen for that time, and every earlier key was read. */
export async function shown(output: Output, ms = READING_MS): Promise<void> {
  await new Promise<void>((resolve) => output.write("", () => resolve()));
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
  // A busy program reads the keys of that time only now.
  await new Promise<void>((resolve) => setImmediate(resolve));
}
