// stdout. Every line is written before the next thing happens: none is lost or overtaken, and nothing piles up.
import { writeSome } from "../../../system/index.ts";

const STDOUT = 1;

export function writeLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let start = 0; start < bytes.length; ) start += writeSome(STDOUT, bytes.subarray(start));
}
