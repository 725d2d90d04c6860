// Agents that repeat the whole output of a call with every update: what of it is new.
import * as z from "zod";

/** In a driver's state: how much of a call's output was passed on, and how that ended. */
export const shownOutput = z.object({ length: z.number(), tail: z.string() });

/** What is behind that; null where the output does not go on from there. */
export const restOf = ({ length, tail }: z.infer<typeof shownOutput>, output: string): string | null =>
  output.length >= length && output.slice(0, length).endsWith(tail) ? output.slice(length) : null;
