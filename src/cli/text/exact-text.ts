// Text that a person must be able to trust completely: nothing is removed, and nothing stays invisible.
import { visibleText } from "../../core/index.ts";

export { visibleText as exactText } from "../../core/index.ts";

/** A line break in a name must not begin a line that looks like ours. */
export const exactLine = (text: string): string => visibleText(text).replaceAll("\n", "\u240a");
