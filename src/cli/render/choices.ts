// The possible answers to a question. Their numbers have the same meaning everywhere: 4 never allows.
import { type Cut, type OpenPermission, optionLabel, type PermissionOption } from "../../core/index.ts";

/** The parts of a question that decide which answers are possible; `rule` undefined: unknown. */
export interface Asked {
  readonly options: OpenPermission["options"];
  readonly form?: OpenPermission["form"] | undefined;
  readonly rule?: { readonly text: string; readonly file: string } | null;
  /** Texts of which only the beginning is available, as in the state and the transcript. */
  readonly blobs?: readonly Cut[] | undefined;
  readonly cuts?: readonly Cut[] | undefined;
  /** The agent sent more of it than Skein could keep. */
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

/** The possible answers for a person who has read what is available: a beginning is not enough to allow the rest. */
export const answerableChoices = (asked: Asked): Choice[] =>
  choicesOf(asked).filter(({ isAllow }) => !isAllow || isWhole(asked));

/** Whether everything that would happen is available. */
export const isWhole = (asked: Pick<Asked, "blobs" | "cuts" | "isPartial">): boolean =>
  !asked.isPartial && missingTexts(asked).length === 0;

/** The texts that are not available in full. */
export const missingTexts = ({ blobs = [], cuts = [] }: Pick<Asked, "blobs" | "cuts">): readonly Cut[] => [
  ...blobs,
  ...cuts,
];

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
