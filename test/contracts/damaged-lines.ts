// Lines as no agent would print them.
import fc from "fast-check";

/** Real lines with something cut out and something put in. */
export function damaged(lines: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...lines), fc.nat(), fc.nat({ max: 20 }), fc.string({ unit: "binary", maxLength: 8 }))
    .map(([line, at, length, text]) => {
      const start = at % (line.length + 1);
      return line.slice(0, start) + text + line.slice(start + length);
    });
}

export function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
