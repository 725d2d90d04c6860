// How a command names the question that it answers.
import { exactLine } from "../text/exact-text.ts";
import { shellWord } from "../text/shell-word.ts";

/** `--question q1`, as a shell takes it. */
export const questionFlag = ({ id }: { readonly id: string }): string => `--question ${exactLine(shellWord(id))}`;
