// The possible answers to a question. Their numbers have the same meaning everywhere: 4 never allows.
import type { BlobReference } from "../blob/reference.ts";
import type { PermissionOption } from "./events.ts";
import { optionLabel } from "./option-label.ts";
import type { OpenPermission } from "./state.ts";

/** A text of which only the beginning is there. */
type Cut = Pick<BlobReference, "at" | "hash" | "bytes">;

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
  /** False if the agent can't be told why a person says no. */
  readonly takesReason?: boolean | undefined;
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

const NOT_TOLD = "note why (this agent can't be told)";

const numbers = { once: 1, session: 2, project: 3, deny: 4, reason: 5 } as const;
const FIRST_OWN = 6;

export function choicesOf({ options, form, rule = null, takesReason = true }: Asked): Choice[] {
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
    ...standard("reason", deny, `${form ? "Don't answer" : "Deny"}, and ${takesReason ? "say why" : NOT_TOLD}`),
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
