// Parses lines of JSON, as most agents print them. Never throws.
import * as z from "zod";

/** Null if the line does not match the schema. */
export const parseJsonLine = <Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | null =>
  schema.safeParse(jsonIn(text)).data ?? null;

const typed = z.looseObject({ type: z.string() });

interface Dialect<Schema> {
  readonly lines: Schema;
  readonly isNoise: (line: z.infer<typeof typed>) => boolean;
}

/** The parsed line; "noise" if it is known to be meaningless, "unknown" if Skein does not know it. */
export function sortJsonLine<Schema extends z.ZodType>(
  { lines, isNoise }: Dialect<Schema>,
  text: string,
): z.infer<Schema> | "noise" | "unknown" {
  const json = jsonIn(text);
  const known = lines.safeParse(json);
  if (known.success) return known.data;
  const line = typed.safeParse(json).data;
  return line && isNoise(line) ? "noise" : "unknown";
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
