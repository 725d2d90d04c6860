// Questions that Skein can't hold are denied at once, in the agent's own protocol and for every driver alike: an agent continues after a
// denial, but would wait forever without an answer.
import { MAX_INLINE_BYTES, OPEN_PERMISSIONS, type PermissionOption } from "../../../core/index.ts";
import type { DeliveredAnswer, Fact, Reaction } from "../../driver.ts";
import { placeholders } from "../../large-lines/placeholders.ts";

/** The maximum of open questions per process. */
export const MAX_QUESTIONS = OPEN_PERMISSIONS;

interface Asking<State> {
  openQuestions?(state: State): readonly unknown[];
  answer(state: State, answer: DeliveredAnswer): Reaction<State>;
}

type Question = Extract<Extract<Fact, { type: "permission" }>["data"], { state: "asked" }>;

/** The driver's reaction, with a denial of every question above the limit, or whose answer could not be sent. */
export function withinLimits<State>(driver: Asking<State>, reaction: Reaction<State>): Reaction<State> {
  const asked = reaction.facts.flatMap((fact) =>
    fact.type === "permission" && fact.data.state === "asked" ? [fact.data] : [],
  );
  return asked.reduceRight((current, question) => {
    const isTooMuch = (driver.openQuestions?.(current.state).length ?? 0) > MAX_QUESTIONS;
    if (isTooMuch) return refuse(driver, current, { question, why: TOO_MANY });
    if (haveSharedIds(question.options)) return refuse(driver, current, { question, why: SHARED_IDS });
    if (haveSharedIds(question.form ?? [])) return refuse(driver, current, { question, why: SHARED_FIELDS });
    return hasLongNames(question) ? refuse(driver, current, { question, why: TOO_LONG }) : current;
  }, reaction);
}

/** The option that denies; none if the agent offers none, or only ones that could be taken for a yes. */
export function rejectionAmong(options: readonly PermissionOption[]): string {
  const isYes = (id: string): boolean => options.some((one) => one.id === id && one.kind.startsWith("allow"));
  const no = (kind: PermissionOption["kind"]) => options.find((one) => one.kind === kind && !isYes(one.id));
  return (no("reject_once") ?? no("reject_always"))?.id ?? "";
}

const TOO_MANY = {
  toAgent: `Skein keeps at most ${MAX_QUESTIONS} open questions of an agent. Ask again when some are answered.`,
  toPeople: `the agent asked more than ${MAX_QUESTIONS} questions at once; Skein denied the last one`,
};
const TOO_LONG = {
  toAgent: "Skein can't pass this question on: the name of the request or of an option is too long.",
  toPeople: "the agent asked a question whose id or option is too long to be answered; Skein denied it",
};
const SHARED_IDS = {
  toAgent: "Skein can't pass this question on: two of its options have the same id.",
  toPeople:
    "the agent asked a question with two options of the same id, so any answer would be ambiguous; Skein denied it",
};

const SHARED_FIELDS = {
  toAgent: "Skein can't pass this form on: two of its fields have the same id. Give each field a unique id.",
  toPeople:
    "the agent asked a form with two fields of the same id, so one answer would count for both; Skein denied it",
};

const haveSharedIds = (named: readonly { id: string }[]): boolean =>
  new Set(named.map(({ id }) => id)).size < named.length;

/** An answer contains these, so they must be stored whole; an event keeps only the beginning of a long text. */
function hasLongNames({ id, options, form = [] }: Question): boolean {
  const fields = form.flatMap((field) => [field.id, ...(field.options ?? []).map(({ value }) => value)]);
  const names = [id, ...options.map((option) => option.id), ...fields];
  return names.some((name) => Buffer.byteLength(name) > MAX_INLINE_BYTES || placeholders.isIn(name));
}

function refuse<State>(
  driver: Asking<State>,
  { state, facts, writes }: Reaction<State>,
  { question, why }: { question: Question; why: typeof TOO_MANY },
): Reaction<State> {
  const option = rejectionAmong(question.options);
  const refused = driver.answer(state, { permission: question.id, option, message: why.toAgent, content: null });
  const text = `${why.toPeople}: ${question.title.slice(0, MAX_TITLE)}`;
  return {
    state: refused.state,
    facts: [
      ...facts.filter((fact) => fact.type !== "permission" || fact.data !== question),
      // If the agent accepts no text with a denial, nobody is told: no person wrote one.
      ...refused.facts.filter(({ type }) => type !== "notice"),
      { type: "notice", data: { kind: "question_refused", text } },
    ],
    writes: [...writes, ...refused.writes],
  };
}

const MAX_TITLE = 200;
