// The flag that names a question.
import { exactLine } from "../text/exact-text.ts";
import { shellWord } from "../text/shell-word.ts";

/** `--question q1`, quoted for a shell. */
export const questionFlag = ({ id }: { readonly id: string }): string => `--question ${exactLine(shellWord(id))}`;
