// The width of a text in columns. The library for that is loaded only if a text needs it: it costs more than starting Node.

const oneColumnEach = /^[\x20-\x7e●▲◌✓✗‖■○▸│›·…–└]*$/;

export type Measure = (text: string) => number;

/** A width function that is exact for these texts. */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (oneColumnEach.test(text)) continue;
    const { default: stringWidth } = await import("string-width");
    return (one) => (oneColumnEach.test(one) ? one.length : stringWidth(one));
  }
  return (text) => text.length;
}

/** One column, without the library: a text of megabytes is measured character by character. */
export const isNarrow = (character: string): boolean => character >= " " && character <= "~";
