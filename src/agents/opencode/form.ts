// The tool with which the model asks the person: all of its questions become one form, answered together.
import type { FormContent, FormField, PermissionOption } from "../../core/index.ts";
import type { DeliveredAnswer, Fact } from "../driver.ts";
import { formOptions } from "../kit/questions/asked-form.ts";
import { printOf } from "../kit/questions/reused-question-id.ts";
import { idIn } from "../kit/run-id.ts";
import type { EventOf } from "./protocol.ts";
import { type OpencodeReaction, type OpencodeState, type Question, questionId, stay, withQuestion } from "./state.ts";

type Choice = EventOf<"question.asked">["questions"][number];

interface Form {
  title: string;
  /** All questions and options with the model's descriptions. */
  detail: string;
  form: FormField[];
  options: PermissionOption[];
}

function formOf(questions: readonly Choice[]): Form {
  const [first, ...more] = questions;
  const isOne = more.length === 0;
  return {
    title: isOne ? (first?.question ?? "A question") : `${questions.length} questions`,
    detail: questions.map((one) => (isOne ? optionLines(one) : `${one.question}\n${optionLines(one)}`)).join("\n\n"),
    form: questions.map(fieldOf),
    options: [...formOptions],
  };
}

export function handleQuestion(state: OpencodeState, said: EventOf<"question.asked">): OpencodeReaction {
  const { id, sessionID, questions, tool } = said;
  const number = state.asked + 1;
  const toolCall = sessionID === state.session && tool ? tool.callID : null;
  const asked: Fact = {
    type: "permission",
    data: {
      ...{ id: questionId(state, { id, number }), state: "asked", ...formOf(questions) },
      ...(toolCall === null ? {} : { toolCallId: idIn(state, toolCall) }),
    },
  };
  const question: Question = {
    ...{ id, number, print: printOf(said), kind: "form", toolCall },
    ...{ about: null, shown: "" },
    fields: questions.length,
  };
  return stay(withQuestion(state, question), [asked]);
}

const optionLines = ({ options }: Choice): string =>
  options.map(({ label, description }) => (description === "" ? label : `${label}: ${description}`)).join("\n");

const fieldId = (index: number): string => `q${index + 1}`;

function fieldOf({ question, options, multiple, custom }: Choice, index: number): FormField {
  if (options.length === 0) return { id: fieldId(index), label: question, kind: "text", isRequired: true };
  return {
    id: fieldId(index),
    label: question,
    kind: multiple ? "choices" : "choice",
    options: options.map(({ label, description }) => ({
      ...{ value: label, label },
      ...(description === "" ? {} : { description }),
    })),
    ...(custom ? { isOpen: true } : {}),
    isRequired: true,
  };
}

/**
 * The chosen labels of each question. Dismissing the question would end the turn, and no text would reach the model (1.18.33), so a denial is
 * sent as an answer. A message that came with the answer is added to the first question.
 */
export function answersTo({ fields }: Question, { option, message, content }: DeliveredAnswer): string[][] {
  const all = Array.from({ length: fields }, (_, index) => index);
  if (option !== "accept") {
    const no = `The user does not want to answer${message === null ? "." : `: ${message}`}`;
    return all.map(() => [no]);
  }
  const answers = all.map((index) => labelsIn(content?.[fieldId(index)]));
  const note = message === null ? [] : [`(the user adds: ${message})`];
  return answers.map((labels, index) => (index === 0 ? [...labels, ...note] : labels));
}

function labelsIn(value: FormContent[string] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? [...value] : [String(value)];
}
