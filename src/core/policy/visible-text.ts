// Text that a person must be able to trust completely: nothing is removed, and nothing stays invisible.

/**
 * Control characters, marks that reorder text, spaces other than the space, and characters without a visible shape: empty Braille, a note without a
 * head …
 */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{1da7f}\u{1da80}\u{16fe4}]/gu;
const isPlain = (character: string): boolean => character === " " || character === "\n" || character === "\t";

/** `⟨U+202E⟩` */
const codePoint = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** U+2400 … are pictures of the control characters. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : codePoint(character);
}

/** Spaces, tabs and line feeds stay; every other invisible character is shown as its number. */
export const visibleText = (text: string): string =>
  text.replace(invisible, (one) => (isPlain(one) ? one : picture(one)));

/** Whether it has something that a person would not see. */
export const hasInvisible = (text: string): boolean => text.match(invisible)?.some((one) => !isPlain(one)) === true;
