// Words that nobody typed, for derived commands.
import type { Word } from "./shell/reading.ts";

export const plain = (text: string): Word => ({
  text,
  wild: [],
  quotedFrom: null,
  isTilde: false,
  hasBraces: false,
  hasCaret: false,
});

/** A word that only the program will know. It may be anything but a flag. */
export const unknownWord: Word = { ...plain("*"), wild: [0] };
