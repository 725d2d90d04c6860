// The lines of a request as they come, however long it is: one at a time is held.
import { LineSplitter, type Line as SplitLine, tooMuchJson } from "../../core/index.ts";
import { Refusal } from "../refusal.ts";

/** Four times what Skein reads of an agent's line at once, for an event has no more than that and what was made of it: long texts are elsewhere. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const splitter = new LineSplitter({ maxBytes: MAX_LINE_BYTES, isExact: true });
  let number = 0;
  const whole = (line: SplitLine): Line => {
    number++;
    if (line.kind === "oversized") throw tooLong(number);
    const tooMuch = tooMuchJson(line.bytes);
    if (tooMuch !== null) throw brokenLine(number, tooMuch);
    return { number, text: textOf(line.bytes, number) };
  };
  for await (const chunk of body) {
    for (const line of splitter.push(chunk)) yield whole(line);
    if (splitter.openLength > MAX_LINE_BYTES) throw tooLong(number + 1);
  }
  const rest = splitter.rest();
  if (rest) yield whole(rest);
}

const tooLong = (number: number): Refusal => brokenLine(number, `it is longer than ${MAX_LINE_BYTES} bytes`);

function textOf(bytes: Uint8Array, number: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw brokenLine(number, "it is not UTF-8");
  }
}

export const brokenLine = (number: number, why: string): Refusal =>
  new Refusal("invalid_import", `Line ${number} can't be imported: ${why}. Nothing was imported.`, { line: number });
