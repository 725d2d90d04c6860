// A text that was taken out of a long line has left its beginning and a mark: where it is shown, that beginning must stay as it is.
import { marks } from "./slim-line/marks.ts";

export const isShortened = (text: string): boolean => marks.isIn(text);
