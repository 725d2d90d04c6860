// Lines of a byte stream, as text. Chunks are kept in a list until their line ends, so that a huge line costs its length once.
const LINE_FEED = 10;

export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      pending.push(chunk.subarray(start, end));
      const line = pending.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
      pending = [];
      start = end + 1;
      yield line;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  // What follows the last line feed is a line that was cut off: its sender will give it again, whole.
}

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
