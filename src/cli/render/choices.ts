// What a person may say to a question. The numbers mean the same everywhere and always: 4 is never a yes.
import type { OpenPermission, PermissionOption } from "../../core/index.ts";

/** A question as far as it matters for what can be said to it; without a word on the rule it is not known. */
export interface Asked {
  readonly options: OpenPermission["options"];
  readonly form?: OpenPermission["form"] | undefined;
  readonly rule?: { readonly text: string; readonly file: string } | null;
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
    option ? [{ ...chosen(option), number: numbers[kind], kind, label: label ?? option.label }] : [];
  const own = options.filter((option) => option !== allow && option !== deny);
  return [
    ...standard("once", allow),
    ...(rule ? standard("session", allow, "Allow in this session from now on") : []),
    ...(rule ? standard("project", allow, "Allow in this project from now on") : []),
    ...standard("deny", deny),
    ...standard("reason", deny, form ? "Don't answer, and say why" : "Deny, and say why"),
    ...own.map((option, index) => ({ ...chosen(option), number: FIRST_OWN + index, kind: "own" as const })),
  ];
}

const chosen = ({ id, label, kind }: PermissionOption): Pick<Choice, "option" | "label" | "isAllow"> => ({
  option: id,
  label,
  isAllow: kind.startsWith("allow"),
});

/** The choice that a person means: its number, its label, the agent's name for it, or a word for yes and no. */
export function findChoice(typed: string, choices: readonly Choice[]): Choice | null {
  const word = typed.trim().toLowerCase();
  if (/^\d+$/.test(word)) return choices.find(({ number }) => number === Number(word)) ?? null;
  const kind = Object.hasOwn(words, word) ? words[word] : undefined;
  return (
    choices.find((one) => one.kind === kind) ??
    choices.find(({ label }) => label.toLowerCase() === word) ??
    choices.find(({ option }) => option === typed.trim()) ??
    null
  );
}

const words: Readonly<Record<string, ChoiceKind>> = {
  y: "once",
  yes: "once",
  allow: "once",
  once: "once",
  session: "session",
  project: "project",
  n: "deny",
  no: "deny",
  deny: "deny",
  reject: "deny",
};

/** "1|4|5" */
export const numbersOf = (choices: readonly Choice[]): string => choices.map(({ number }) => number).join("|");
