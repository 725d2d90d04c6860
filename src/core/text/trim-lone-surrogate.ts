/** A truncated text without the half character that the cut may have left at its end. */
export const trimLoneSurrogate = (cut: string): string => cut.replace(/[\uD800-\uDBFF]$/, "");
