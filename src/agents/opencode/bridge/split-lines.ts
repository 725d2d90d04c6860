// Bytes that come in pieces as lines: an end of line is looked for once in each piece, however long a line gets.
const NEWLINE = 0x0a;

export class LineSplitter {
  #pieces: Buffer[] = [];

  /** The lines that this piece ends, without their newlines. */
  push(piece: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      lines.push(Buffer.concat([...this.#pieces, piece.subarray(start, end)]).toString("utf8"));
      this.#pieces = [];
      start = end + 1;
    }
    if (start < piece.length) this.#pieces.push(piece.subarray(start));
    return lines;
  }
}
