// The tool with which the model asks the person something: each of its questions becomes one with the model's own options.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import type { Question } from "./state.ts";

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

interface Choice {
  question: string;
  options: { label: string; description: string }[];
  multiSelect: boolean;
}

/** What is still to be asked; null when it is no such tool, or all is answered. */
export function nextChoice({ toolName, input, answers }: Question): Choice | null {
  const asked = toolName === "AskUserQuestion" ? choices.safeParse(input) : null;
  return asked?.data?.questions.find(({ question }) => !Object.hasOwn(answers, question)) ?? null;
}

export function askNext({ id, toolCallId, choice }: { id: string; toolCallId: string; choice: Choice }): Fact {
  const { question, options, multiSelect } = choice;
  const lines = options.map(({ label, description }) => (description === "" ? label : `${label}: ${description}`));
  const how = multiSelect ? ["Several may hold: name them in the answer's message."] : [];
  return {
    type: "permission",
    data: {
      id,
      state: "asked",
      title: question,
      detail: [...lines, ...how].join("\n"),
      toolCallId,
      options: [
        ...options.map(({ label }, index) => ({ id: `answer-${index + 1}`, label, kind: "allow_once" as const })),
        { id: "deny", label: "Don't answer", kind: "reject_once" },
      ],
    },
  };
}

/** The question with one more answer; a message is an answer in the person's own words. Null when nothing was to choose. */
export function withAnswer(
  question: Question,
  { option, message }: { option: string; message: string | null },
): Question | null {
  const choice = nextChoice(question);
  if (!choice) return null;
  const label = choice.options[Number(option.replace("answer-", "")) - 1]?.label;
  const answers = { ...question.answers, [choice.question]: message ?? label ?? option };
  return { ...question, id: `${question.id}+`, answers };
}
