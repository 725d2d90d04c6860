// Texts of long lines reach a driver by their beginning (large-lines): what it can't know the whole of it must not trim or compare by lines.
import { placeholders } from "../large-lines/placeholders.ts";

export const isShortened = (text: string): boolean => placeholders.isIn(text);
