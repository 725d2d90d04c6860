// Flags of config.toml with the values that they are for.

/** The value stands where `{name}` is, right behind a flag that ends with "=", or is an argument of its own. */
export function fillFlag(flag: readonly string[], name: "id" | "model" | "prompt", value: string): string[] {
  const place = `{${name}}`;
  if (flag.some((part) => part.includes(place))) return flag.map((part) => fillPart(part, place, value));
  const last = flag.at(-1) ?? "";
  return last.endsWith("=") ? [...flag.slice(0, -1), last + value] : [...flag, harmless(value)];
}

const fillPart = (part: string, place: string, value: string): string =>
  part === place ? harmless(value) : part.replaceAll(place, () => value);

/** What begins with "-" would be taken for a flag: a blank before it is the least that keeps it from that. */
const harmless = (value: string): string => (value.startsWith("-") ? ` ${value}` : value);
