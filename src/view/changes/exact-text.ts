// Names and lines of changed files as a person reviews them: nothing that reorders, hides or breaks them stays invisible.
import { visibleText } from "../../core/without-folds.ts";

/** An emoji is one picture, though invisible characters hold it together. */
const emoji = /(\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*)/u;

/** Of a line, without its end. */
export const exactLine = (line: string): string =>
  line
    .split(emoji)
    .map((part, at) => (at % 2 === 1 ? part : visibleText(part).replaceAll("\n", "␊")))
    .join("");

export const exactPath = (path: string): string => exactLine(path).replaceAll("\t", "␉");
