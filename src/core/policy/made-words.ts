// Words that nobody typed: a command by another of its names is made of them.
import type { Word } from "./shell/reading.ts";

export const plain = (text: string): Word => ({
  text,
  wild: [],
  quotedFrom: null,
  isTilde: false,
  hasBraces: false,
});

/** A word that only the program will know. It may be any but a flag. */
export const unknownWord: Word = { ...plain("*"), wild: [0] };
