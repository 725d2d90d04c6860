// What a person may say to a question. The numbers mean the same everywhere and always: 4 is never a yes.
import { type Cut, type OpenPermission, optionLabel, type PermissionOption } from "../../core/index.ts";

/** A question as far as it matters for what can be said to it; without a word on the rule it is not known. */
export interface Asked {
  readonly options: OpenPermission["options"];
  readonly form?: OpenPermission["form"] | undefined;
  readonly rule?: { readonly text: string; readonly file: string } | null;
  /** Texts of which only the beginning is at hand: as the state and as the transcript tell of them. */
  readonly blobs?: readonly Cut[] | undefined;
  readonly cuts?: readonly Cut[] | undefined;
  /** The agent said more of it than could be kept. */
  readonly isPartial?: boolean | undefined;
}

export type ChoiceKind = "once" | "session" | "project" | "deny" | "reason" | "own";

export interface Choice {
  readonly number: number;
  readonly kind: ChoiceKind;
  readonly label: string;
  /** The agent's name for it. */
  readonly option: string;
  readonly isAllow: boolean;
}

const numbers = { once: 1, session: 2, project: 3, deny: 4, reason: 5 } as const;
const FIRST_OWN = 6;

export function choicesOf({ options, form, rule = null }: Asked): Choice[] {
  const allow = options.find(({ kind }) => kind === "allow_once");
  const deny =
    options.find(({ kind }) => kind === "reject_once") ?? options.find(({ kind }) => kind === "reject_always");
  const standard = (kind: keyof typeof numbers, option: PermissionOption | undefined, label?: string): Choice[] =>
    option ? [{ ...chosen(option), number: numbers[kind], kind, label: label ?? optionLabel(option) }] : [];
  const own = options.filter((option) => option !== allow && option !== deny);
  return [
    ...standard("once", allow),
    ...(rule ? standard("session", allow, "Allow in this session from now on") : []),
    ...(rule ? standard("project", allow, "Allow in this directory from now on") : []),
    ...standard("deny", deny),
    ...standard("reason", deny, form ? "Don't answer, and say why" : "Deny, and say why"),
    ...own.map((option, index) => ({ ...chosen(option), number: FIRST_OWN + index, kind: "own" as const })),
  ];
}

const chosen = ({ id, label, kind }: PermissionOption): Pick<Choice, "option" | "label" | "isAllow"> => ({
  option: id,
  label: optionLabel({ label, kind }),
  isAllow: kind.startsWith("allow"),
});

/** What may be said by whoever has read what is at hand: a beginning is not enough to allow the rest. */
export const answerableChoices = (asked: Asked): Choice[] =>
  choicesOf(asked).filter(({ isAllow }) => !isAllow || isWhole(asked));

/** Whether all of what would happen is at hand. */
export const isWhole = (asked: Pick<Asked, "blobs" | "cuts" | "isPartial">): boolean =>
  !asked.isPartial && missingTexts(asked).length === 0;

/** The texts that are not wholly at hand. */
export const missingTexts = ({ blobs = [], cuts = [] }: Pick<Asked, "blobs" | "cuts">): readonly Cut[] => [
  ...blobs,
  ...cuts,
];

/** What a person types at a question: a number, or one of our words for yes and no. Labels are the agent's words: they answer nothing here. */
export const findSpoken = (typed: string, choices: readonly Choice[]): Choice | null =>
  find(typed.trim().toLowerCase(), choices, spoken);

/** What a command line names: the same, our other words, a label, or the agent's name for an answer. */
export function findChoice(typed: string, choices: readonly Choice[]): Choice | null {
  const word = typed.trim().toLowerCase();
  // What has a meaning of ours never means what the agent calls so.
  if (/^\d+$/.test(word) || Object.hasOwn(words, word)) return find(word, choices, words);
  return (
    choices.find(({ label }) => label.toLowerCase() === word) ??
    choices.find(({ option }) => option === typed.trim()) ??
    null
  );
}

/** Alone, it is an answer and never the name of a session. */
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
