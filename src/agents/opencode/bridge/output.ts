// stdout. Every line is written before the next thing happens: none is lost or overtaken, and nothing piles up.
import { writeWhole } from "../../../system/index.ts";

const STDOUT = 1;

export const writeLine = (line: string): void => writeWhole(STDOUT, Buffer.from(`${line}\n`));
