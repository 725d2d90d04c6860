// An agent that wants to know something: a question with a form.
import type { Fact } from "../../src/agents/index.ts";
import type { FormField } from "../../src/core/index.ts";

export const formQuestion = (id: string, words: { title: string; detail: string }, form: FormField[]): Fact => ({
  type: "permission",
  data: {
    ...{ id, state: "asked", ...words, form },
    options: [
      { id: "accept", label: "Answer", kind: "allow_once" },
      { id: "decline", label: "Don't answer", kind: "reject_once" },
    ],
  },
});
