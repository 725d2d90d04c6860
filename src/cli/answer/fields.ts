// The fields of a form: how each is asked for, what a typed text means, and the values of --set.
import type { FormContent, FormField } from "../../core/index.ts";
import { usageFailure } from "../failure.ts";
import { exampleOf, optionName, setFlags } from "../render/form.ts";
import { exactLine } from "../text/exact-text.ts";

export type FieldValue = FormContent[string];
/** `value` undefined: an optional field that was left empty. */
export type ReadField = { readonly value: FieldValue | undefined } | { readonly problem: string };

/** Options that are numbers get no numbers: a typed number could mean two of them. */
const isNumbered = ({ options = [] }: FormField): boolean =>
  !options.some(({ value, label }) => [value, label].some((text) => /^\s*\d+\s*$/.test(text)));

/** The field as it is shown, its options with their numbers. */
export function fieldLines(field: FormField): string[] {
  const { label, options = [], kind, isOpen, isRequired } = field;
  const hasNumbers = isNumbered(field);
  const hints = [
    ...(kind === "choices" ? ["several, separated by commas"] : []),
    ...(kind === "yes_no" ? ["y or n"] : []),
    ...(kind === "number" ? ["a number"] : []),
    ...(isOpen && options.length > 0 ? ["or your own text"] : []),
    ...(isRequired ? [] : ["optional"]),
  ];
  return [
    `${exactLine(label)}${hints.length > 0 ? ` (${hints.join(", ")})` : ""}`,
    ...options.map(
      (option, index) =>
        `  ${hasNumbers ? index + 1 : "-"}  ${exactLine(option.label)}${option.description ? `: ${exactLine(option.description)}` : ""}`,
    ),
  ];
}

/** Reads what a person typed who sees the field. */
export const readField = (field: FormField, typed: string): ReadField =>
  read(field, typed, isNumbered(field) ? byNumber : byName);

type ReadChoice = (field: FormField, text: string) => { value: string } | { problem: string };

function read(field: FormField, typed: string, readChoice: ReadChoice): ReadField {
  const text = typed.trim();
  if (text === "") return field.isRequired ? { problem: "a value is required" } : { value: undefined };
  switch (field.kind) {
    case "text":
      return { value: typed };
    case "number": {
      const value = Number(text);
      return Number.isFinite(value) ? { value } : { problem: `"${text}" is not a number` };
    }
    case "yes_no":
      if (/^(y|yes|true)$/i.test(text)) return { value: true };
      return /^(n|no|false)$/i.test(text) ? { value: false } : { problem: "type y or n" };
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

const byNumber: ReadChoice = (field, text) => {
  const numbered = /^\d+$/.test(text) ? field.options?.[Number(text) - 1] : undefined;
  return numbered ? { value: numbered.value } : byName(field, text);
};

const byName: ReadChoice = ({ options = [], isOpen }, text) => {
  const word = text.toLowerCase();
  const exact = options.filter(({ value, label }) => value === text && label === text);
  const alike = options.filter(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word);
  const [found, ...others] = exact.length > 0 ? exact : alike;
  if (found && others.some(({ value }) => value !== found.value))
    return { problem: `"${text}" could be: ${[found, ...others].map(optionName).join(", ")}` };
  if (found) return { value: found.value };
  if (isOpen || options.length === 0) return { value: text };
  return { problem: `"${text}" is not one of: ${options.map(({ label }) => exactLine(label)).join(", ")}` };
};

/** The values of `--set name=value`; the name is the field's id or label. The numbers of options are not accepted: a script does not see them. */
export function contentOf(form: readonly FormField[], sets: readonly string[]): FormContent {
  const content: FormContent = {};
  for (const set of sets) {
    const at = set.indexOf("=");
    const name = at < 0 ? set : set.slice(0, at);
    const field =
      form.find(({ id }) => id === name) ?? form.find(({ label }) => label.toLowerCase() === name.toLowerCase());
    if (at < 0 || !field) throw usageFailure(`--set can't be "${set}"`, `write ${setFlags(form)}`);
    const filled = read(field, set.slice(at + 1), byName);
    if ("problem" in filled)
      throw usageFailure(`--set ${name}: ${filled.problem}`, `for example: --set ${exampleOf(field)}`);
    if (filled.value !== undefined) content[field.id] = filled.value;
  }
  return content;
}
