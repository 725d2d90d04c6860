// A tool call's title: what it does and to what. The subject is between backticks: Run `npm test`.
import { visibleText } from "../../core/without-folds.ts";

export interface TitlePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** In one line, with nothing invisible in it: a title must not read as something else than it is. */
export function titleParts(title: string): TitlePart[] {
  const line = visibleText(inOneLine(title));
  return line
    .split(/(`[^`]+`)/)
    .filter((part) => part !== "")
    .map((part) => {
      const isCode = part.length > 2 && part.startsWith("`") && part.endsWith("`");
      return { text: isCode ? part.slice(1, -1) : part, isCode };
    });
}

/** The same as plain text, where nothing can be set as code. */
export const titleText = (title: string): string =>
  titleParts(title)
    .map(({ text }) => text)
    .join("");

const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
