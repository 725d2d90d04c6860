// The lines of a request as they come, however long it is: one at a time is held.
import { Refusal } from "../answer.ts";

/** A log's own lines are short; this is what one request may make the daemon hold. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const take = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > MAX_LINE_BYTES) throw brokenLine(number + 1, `it is longer than ${MAX_LINE_BYTES} bytes`);
    pieces.push(piece);
  };
  const finish = (): Line => {
    number++;
    const line = { number, text: textOf(Buffer.concat(pieces), number) };
    pieces = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of body) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      yield finish();
      from = end + 1;
    }
    take(chunk.slice(from));
  }
  if (bytes > 0) yield finish();
}

function textOf(bytes: Uint8Array, number: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw brokenLine(number, "it is not UTF-8");
  }
}

export const brokenLine = (number: number, why: string): Refusal =>
  new Refusal("invalid_import", `Line ${number} can't be taken in: ${why}. Nothing was imported.`, { line: number });
