// Texts of long lines reach a driver by their beginning (slim-line): what it can't know the whole of it must not trim or compare by lines.
import { marks } from "./slim-line/marks.ts";

export const isShortened = (text: string): boolean => marks.isIn(text);
