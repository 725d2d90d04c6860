// Lines of a byte stream, as text. What arrives is decoded once per piece, not once per line; a line in many pieces costs its length once.
const LINE_FEED = 10;

/** Gives, for each piece, the lines that it completes. What follows the last line feed is kept for the next piece. */
export function lineSplitter(): (chunk: Uint8Array) => string[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let pending: Uint8Array[] = [];
  return (chunk) => {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end < 0) {
      pending.push(chunk);
      return [];
    }
    const begun = pending.map((piece) => decoder.decode(piece, { stream: true })).join("");
    const lines = (begun + decoder.decode(chunk.subarray(0, end))).split("\n");
    pending = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    return lines;
  };
}

/** Lines, as many at a time as arrive together. A last one without its line feed was cut off: its sender gives it again, whole. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const split = lineSplitter();
  for await (const chunk of chunks) {
    const lines = split(chunk);
    if (lines.length > 0) yield lines;
  }
}

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
