// The flags of `skein answer`, and the choice that they stand for.
import { usageFailure } from "../failure.ts";
import type { Flags, FlagValues } from "../flags.ts";
import { type Asked, type Choice, type ChoiceKind, choicesOf } from "../render/choices.ts";
import { setFlags } from "../render/form.ts";
import { exactLine } from "../text/exact-text.ts";

export const answerFlags = {
  once: { type: "boolean", summary: "Allow it this time" },
  "for-session": { type: "boolean", summary: "Allow it in this session from now on" },
  "for-directory": {
    type: "boolean",
    formerly: ["for-project"],
    summary: "Allow it in this directory from now on (shows the rule; -y agrees)",
  },
  deny: { type: "boolean", summary: "Deny it" },
  reason: { type: "string", value: "text", summary: "Tell the agent why; without another flag it denies" },
  option: { type: "string", value: "id", summary: "The agent's own name for an answer" },
  set: { type: "strings", value: "name=value", summary: "Fill in a field; can be repeated" },
  question: { type: "string", value: "id", summary: "The question's id (see: skein inbox --json); required to allow" },
  all: { type: "boolean", summary: "All open questions, with --once or --deny" },
  kind: {
    type: "string",
    value: "execute",
    summary: "With --all: execute, edit, delete, move, read, search, fetch, other",
  },
  matching: { type: "string", value: "npm test **", summary: "With --all: only commands that match this pattern" },
} as const satisfies Flags;

export type ChosenFlags = FlagValues<typeof answerFlags>;

const kinds: readonly {
  readonly flag: "once" | "for-session" | "for-directory" | "deny";
  readonly kind: ChoiceKind;
}[] = [
  { flag: "once", kind: "once" },
  { flag: "for-session", kind: "session" },
  { flag: "for-directory", kind: "project" },
  { flag: "deny", kind: "deny" },
];

/** The only flag of these that is given; null if none is. More than one is refused. */
export function wantedKind(flags: ChosenFlags): ChoiceKind | null {
  const [first, second] = kinds.filter(({ flag }) => flags[flag]);
  if (first && second)
    throw usageFailure(`--${first.flag} and --${second.flag} don't go together`, "choose one of them");
  if (first && flags.option !== undefined)
    throw usageFailure(`--${first.flag} and --option don't go together`, "choose one of them");
  if (first) return first.kind;
  // Values mean yes; a reason alone means no.
  if (flags.set.length > 0) return "once";
  return flags.reason !== undefined && flags.option === undefined ? "deny" : null;
}

/** `find` looks up the typed word. Two answers in one command are refused. */
export function chosenBy(
  flags: ChosenFlags,
  asked: Asked,
  { typed, find }: { typed: string | undefined; find: (typed: string) => Choice },
): Choice | null {
  const said = [...kinds.map(({ flag }) => flag), "option" as const].find((flag) => flags[flag]);
  if (typed !== undefined && said !== undefined)
    throw usageFailure(`"${typed}" and --${said} don't go together`, "choose one of them");
  const choice = typed === undefined ? chosenByFlags(flags, asked) : find(typed);
  if (choice && !choice.isAllow && flags.set.length > 0)
    throw usageFailure("--set does not go with a denial", "omit one of them");
  return choice;
}

function chosenByFlags(flags: ChosenFlags, asked: Asked): Choice | null {
  const choices = choicesOf(asked);
  const kind = wantedKind(flags);
  const { option } = flags;
  if (option !== undefined) {
    const own = choices.find((one) => one.option === option);
    if (own) return own;
    const known = [...new Set(choices.map((one) => exactLine(one.option)))].join(", ");
    throw usageFailure(`"${option}" is not an option here`, `choose one of: ${known}`);
  }
  if (kind === null) return null;
  const choice = choices.find((one) => one.kind === kind);
  if (choice) return choice;
  const isKept = kind === "session" || kind === "project";
  if (isKept && asked.form)
    throw usageFailure("this question asks for information, not for permission", `fill it in: ${setFlags(asked.form)}`);
  if (isKept)
    throw usageFailure("no rule can match exactly this", "allow it with --once, or write a rule: skein policy path");
  throw usageFailure("the agent does not offer this answer", "see the question: skein inbox");
}
