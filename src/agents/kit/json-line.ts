// Lines of JSON, as most agents print them. Total: nothing here throws.
import * as z from "zod";

/** Null when the schema does not know the line. */
export const parseJsonLine = <Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | null =>
  schema.safeParse(jsonIn(text)).data ?? null;

const typed = z.looseObject({ type: z.string() });

interface Dialect<Schema> {
  readonly lines: Schema;
  readonly isNoise: (line: z.infer<typeof typed>) => boolean;
}

/** The line's meaning; "noise" when it has none by design, "unknown" when Skein does not know it. */
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
