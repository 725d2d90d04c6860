// Text that a person must be able to trust completely: nothing is removed, and nothing stays invisible.
import { visibleText } from "../../core/without-folds.ts";

export { visibleText as exactText } from "../../core/without-folds.ts";

/** A line break in a name must not begin a line that looks like ours. */
export const exactLine = (text: string): string => visibleText(text).replaceAll("\n", "\u240a");
