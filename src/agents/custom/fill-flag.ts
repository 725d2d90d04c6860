// Inserts values into flags of config.toml.

/** The value replaces `{name}`, follows a flag that ends with "=", or becomes an argument of its own. */
export function fillFlag(flag: readonly string[], name: "id" | "model" | "prompt", value: string): string[] {
  const place = `{${name}}`;
  if (flag.some((part) => part.includes(place))) return flag.map((part) => fillPart(part, place, value));
  const last = flag.at(-1) ?? "";
  return last.endsWith("=") ? [...flag.slice(0, -1), last + value] : [...flag, harmless(value)];
}

const fillPart = (part: string, place: string, value: string): string =>
  part === place ? harmless(value) : part.replaceAll(place, () => value);

/** A value that begins with "-" would be taken for a flag; a blank in front prevents that. */
const harmless = (value: string): string => (value.startsWith("-") ? ` ${value}` : value);
