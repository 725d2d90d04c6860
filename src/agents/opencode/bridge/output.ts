// Writes stdout synchronously: no line is lost or overtaken, and nothing is buffered.
import { writeWhole } from "../../../system/index.ts";

const STDOUT = 1;

export const writeLine = (line: string): void => writeWhole(STDOUT, Buffer.from(`${line}\n`));
