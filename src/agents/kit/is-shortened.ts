// Whether a text of a long line is shortened (large-lines). A driver must not trim such a text or compare it by lines.
import { placeholders } from "../large-lines/placeholders.ts";

export const isShortened = (text: string): boolean => placeholders.isIn(text);
