// The tool with which the model asks the person: all of its questions become one form, answered together.
import * as z from "zod";
import type { FormContent, FormField } from "../../core/index.ts";
import type { ToolInput } from "../kit/tool-calls/tool-title.ts";

const choices = z.object({
  questions: z
    .array(
      z.object({
        question: z.string(),
        options: z.array(z.object({ label: z.string(), description: z.string().default("") })).min(1),
        multiSelect: z.boolean().default(false),
      }),
    )
    .min(1),
});

type Choice = z.infer<typeof choices>["questions"][number];

export interface Choices {
  title: string;
  /** All questions and options with the model's descriptions. */
  detail: string;
  form: FormField[];
}

/** Null for any other tool. */
export function choicesOf(name: string, input: ToolInput): Choices | null {
  const questions = questionsIn(name, input);
  const [first, ...more] = questions;
  if (!first) return null;
  return {
    title: more.length === 0 ? first.question : `${questions.length} questions`,
    detail: questions.map((one) => (more.length === 0 ? optionLines(one) : questionLines(one))).join("\n\n"),
    form: questions.map(fieldOf),
  };
}

const questionsIn = (name: string, input: ToolInput): readonly Choice[] =>
  name === "AskUserQuestion" ? (choices.safeParse(input).data?.questions ?? []) : [];

const questionLines = (choice: Choice): string => `${choice.question}\n${optionLines(choice)}`;

const optionLines = ({ options }: Choice): string =>
  options.map(({ label, description }) => (description === "" ? label : `${label}: ${description}`)).join("\n");

const fieldId = (index: number): string => `q${index + 1}`;

/** As in the program's own dialog, free text is always an answer, and leaving a question out declines it. */
const fieldOf = ({ question, options, multiSelect }: Choice, index: number): FormField => ({
  id: fieldId(index),
  label: question,
  kind: multiSelect ? "choices" : "choice",
  options: options.map(({ label, description }) => ({
    value: label,
    label,
    ...(description === "" ? {} : { description }),
  })),
  isOpen: true,
  isRequired: true,
});

interface Filled {
  content: FormContent | null;
  message: string | null;
}

/** The tool's input with the answers; a message that came with them becomes a note on the first question. */
export function withAnswers(name: string, input: ToolInput, { content, message }: Filled): Record<string, unknown> {
  const questions = questionsIn(name, input);
  const [first] = questions;
  if (!first) return { ...input };
  const answers = questions.flatMap(({ question }, index) => {
    const value = content?.[fieldId(index)];
    return value === undefined ? [] : [[question, answerText(value)]];
  });
  const notes = message === null ? {} : { annotations: { [first.question]: { notes: message } } };
  return { ...input, answers: Object.fromEntries(answers), ...notes };
}

/** Several answers are joined as in the program's own dialog, so that it can split them again. */
function answerText(value: FormContent[string]): string {
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (one.includes(", ") || one.includes('"') ? JSON.stringify(one) : one)).join(", ");
}
