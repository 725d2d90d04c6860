// A form that an agent asks for: what was filled in, as the agent gets it, or what is wrong with it.
import type { FormContent, FormField } from "../../core/index.ts";

/** As it stands in the fields: texts; the chosen values; yes, no or nothing. */
export type FieldValue = string | readonly string[] | boolean | null;

export type ReadForm =
  | { readonly content: FormContent }
  /** By field. */
  | { readonly problems: Readonly<Record<string, string>> };

export function readForm(form: readonly FormField[], values: Readonly<Record<string, FieldValue>>): ReadForm {
  const content: FormContent = {};
  const problems: Record<string, string> = {};
  for (const field of form) {
    const read = readField(field, values[field.id] ?? null);
    if ("problem" in read) problems[field.id] = read.problem;
    else if (read.value !== undefined) content[field.id] = read.value;
  }
  return Object.keys(problems).length > 0 ? { problems } : { content };
}

type ReadField = { readonly value: FormContent[string] | undefined } | { readonly problem: string };

function readField({ kind, isRequired }: FormField, value: FieldValue): ReadField {
  const isMissing = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isMissing) return isRequired ? { problem: missing[kind] } : { value: undefined };
  if (kind === "number") {
    const number = Number(value);
    return Number.isFinite(number) ? { value: number } : { problem: `“${value}” is not a number.` };
  }
  return { value: typeof value === "string" || typeof value === "boolean" ? value : [...value] };
}

const missing: Readonly<Record<FormField["kind"], string>> = {
  text: "Fill this in.",
  choice: "Choose one.",
  choices: "Choose at least one.",
  yes_no: "Choose yes or no.",
  number: "Fill in a number.",
};
