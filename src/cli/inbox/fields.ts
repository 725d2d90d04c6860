// What an agent wants to know, field by field: how a field is asked for, and what a typed text means for it.
import type { FormContent, FormField } from "../../core/index.ts";
import { usageFailure } from "../failure.ts";
import { exactLine } from "../render/exact-text.ts";

export type FieldValue = FormContent[string];
/** `value` undefined: left out. */
export type ReadField = { readonly value: FieldValue | undefined } | { readonly problem: string };

/** The field as it is asked for; options come with their numbers. */
export function fieldLines({ label, options = [], kind, isOpen, isRequired }: FormField): string[] {
  const hints = [
    ...(kind === "choices" ? ["several, with commas between them"] : []),
    ...(kind === "yes_no" ? ["y or n"] : []),
    ...(kind === "number" ? ["a number"] : []),
    ...(isOpen && options.length > 0 ? ["or words of your own"] : []),
    ...(isRequired ? [] : ["may stay empty"]),
  ];
  return [
    `${exactLine(label)}${hints.length > 0 ? ` (${hints.join(", ")})` : ""}`,
    ...options.map(
      (option, index) =>
        `  ${index + 1}  ${exactLine(option.label)}${option.description ? `: ${exactLine(option.description)}` : ""}`,
    ),
  ];
}

export function readField(field: FormField, typed: string): ReadField {
  const text = typed.trim();
  if (text === "") return field.isRequired ? { problem: "it must be filled in" } : { value: undefined };
  switch (field.kind) {
    case "text":
      return { value: typed };
    case "number": {
      const value = Number(text);
      return Number.isFinite(value) ? { value } : { problem: `"${text}" is no number` };
    }
    case "yes_no":
      if (/^(y|yes|true)$/i.test(text)) return { value: true };
      return /^(n|no|false)$/i.test(text) ? { value: false } : { problem: "say y or n" };
    case "choice":
      return readChoice(field, text);
    case "choices": {
      const values: string[] = [];
      for (const one of text.split(",").map((part) => part.trim())) {
        const read = readChoice(field, one);
        if ("problem" in read) return read;
        values.push(read.value);
      }
      return { value: [...new Set(values)] };
    }
    default:
      return field.kind satisfies never;
  }
}

function readChoice({ options = [], isOpen }: FormField, text: string): { value: string } | { problem: string } {
  const byNumber = /^\d+$/.test(text) ? options[Number(text) - 1] : undefined;
  const word = text.toLowerCase();
  const found =
    byNumber ?? options.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word);
  if (found) return { value: found.value };
  if (isOpen || options.length === 0) return { value: text };
  return { problem: `"${text}" is none of: ${options.map(({ label }) => exactLine(label)).join(", ")}` };
}

/** From `--set name=value`: the name is the field's id or its label. */
export function contentOf(form: readonly FormField[], sets: readonly string[]): FormContent {
  const content: FormContent = {};
  for (const set of sets) {
    const at = set.indexOf("=");
    const name = at < 0 ? set : set.slice(0, at);
    const field = form.find(({ id, label }) => id === name || label.toLowerCase() === name.toLowerCase());
    if (at < 0 || !field) throw usageFailure(`--set can't be "${set}"`, `write --set ${namesOf(form)}`);
    const read = readField(field, set.slice(at + 1));
    if ("problem" in read) throw usageFailure(`--set ${name}: ${read.problem}`, `asked is: ${exactLine(field.label)}`);
    if (read.value !== undefined) content[field.id] = read.value;
  }
  return content;
}

export const namesOf = (form: readonly FormField[]): string => form.map(({ id }) => `${id}=…`).join(" --set ");
