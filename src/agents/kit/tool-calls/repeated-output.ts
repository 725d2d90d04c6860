// Finds the new part of a call's output, for agents that repeat all of it with every update.
import * as z from "zod";

/** In a driver's state: how much of a call's output was reported, and its last part. */
export const shownOutput = z.object({ length: z.number(), tail: z.string() });

/** The new part; null if the output does not continue the known one. */
export const restOf = ({ length, tail }: z.infer<typeof shownOutput>, output: string): string | null =>
  output.length >= length && output.slice(0, length).endsWith(tail) ? output.slice(length) : null;
