// Content that formats allow as a string or as a list of blocks.
import * as z from "zod";

const block = z.looseObject({ type: z.string().optional(), text: z.string().optional() });

export const content = z.union([z.string(), z.array(block), z.null()]).optional();

/** One text per block: what agents merge stays apart. */
export function textsOf(value: z.infer<typeof content>): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return (value ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]));
}

export const joined = (value: z.infer<typeof content>): string => textsOf(value).join("\n");

/** A call's arguments; what isn't JSON stays text. */
export function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Results of tools come in many shapes; whatever isn't text is shown as JSON. */
export function resultText(value: unknown): string {
  const known = content.safeParse(value);
  if (known.success && (typeof value === "string" || textsOf(known.data).length > 0)) return joined(known.data);
  return JSON.stringify(value ?? "");
}
