// The words and numbers that choose an answer to a question.
import type { Choice, ChoiceKind } from "../../core/index.ts";

export {
  type Asked,
  answerableChoices,
  type Choice,
  type ChoiceKind,
  choicesOf,
  isWhole,
  missingTexts,
} from "../../core/index.ts";

/** What a person types at a question: a number, or one of our words for yes and no. Labels are the agent's words, so they are not accepted here. */
export const findSpoken = (typed: string, choices: readonly Choice[]): Choice | null =>
  find(typed.trim().toLowerCase(), choices, spoken);

/** What a command line accepts: the same, our other words, a label, or the agent's name for an answer. */
export function findChoice(typed: string, choices: readonly Choice[]): Choice | null {
  const word = typed.trim().toLowerCase();
  // A word with a meaning of ours never stands for an agent's label.
  if (/^\d+$/.test(word) || Object.hasOwn(words, word)) return find(word, choices, words);
  return (
    choices.find(({ label }) => label.toLowerCase() === word) ??
    choices.find(({ option }) => option === typed.trim()) ??
    null
  );
}

/** As the only argument, it is an answer, not the name of a session. */
export const isChoiceWord = (typed: string): boolean =>
  /^\d{1,2}$/.test(typed) || Object.hasOwn(spoken, typed.toLowerCase());

type Words = Readonly<Record<string, ChoiceKind>>;

function find(word: string, choices: readonly Choice[], meanings: Words): Choice | null {
  const kind = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
  return choices.find((one) => one.kind === kind || String(one.number) === word) ?? null;
}

const spoken: Words = { y: "once", yes: "once", allow: "once", n: "deny", no: "deny", deny: "deny", reject: "deny" };
const words: Words = { ...spoken, once: "once", session: "session", project: "project" };

/** "1|4|5" */
export const numbersOf = (choices: readonly Choice[]): string => choices.map(({ number }) => number).join("|");
