// A QR code on a terminal: two rows of it in each line.

/** Light around it: scanners need it. */
const BORDER = 2;

/** With colours it is black on white whatever the terminal's own are; without, it is made for dark terminals. */
export async function qrCode(text: string, { isColored }: { readonly isColored: boolean }): Promise<string[]> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: BORDER, ecc: "L" });
  const isInk = (row: number, column: number): boolean => (data[row]?.[column] ?? false) === isColored;
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) =>
    Array.from({ length: size }, (_, column) => glyph(isInk(2 * line, column), isInk(2 * line + 1, column))).join(""),
  );
  return isColored ? lines.map((line) => `\x1b[38;5;16;48;5;231m${line}\x1b[0m`) : lines;
}

const glyph = (upper: boolean, lower: boolean): string => (upper ? (lower ? "█" : "▀") : lower ? "▄" : " ");
