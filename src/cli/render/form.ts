// A form for people: the flags that fill in its fields, and the values that were filled in.
import type { FormContent, FormField } from "../../core/index.ts";
import { exactLine } from "../text/exact-text.ts";
import { shellWord } from "../text/shell-word.ts";

type Option = NonNullable<FormField["options"]>[number];

export const optionName = ({ value, label }: Option): string =>
  `${exactLine(label)}${value === label ? "" : ` (${exactLine(value)})`}`;

/** The values that the agent gets, for the person who has filled them in. */
export const filledLines = (form: readonly FormField[], content: FormContent): string[] =>
  form.flatMap(({ id, label, options = [] }) => {
    const value = content[id];
    if (value === undefined) return [];
    const texts = [value].flat().map((one) => {
      const option = options.find((other) => other.value === one);
      return option ? optionName(option) : exactLine(String(one));
    });
    return [`${exactLine(label)}${/[?:]$/.test(label) ? "" : ":"} ${texts.join(", ")}`];
  });

/** The flags that fill it in: required fields, and the names of the others. */
export function setFlags(form: readonly FormField[]): string {
  const required = form.filter(({ isRequired }) => isRequired);
  const first = required.length > 0 ? required : form.slice(0, 1);
  const others = form.filter((field) => !first.includes(field)).map(({ id }) => exactLine(id));
  const flags = first.map(({ id }) => `--set ${exactLine(id)}=…`).join(" ");
  return others.length === 0 ? flags : `${flags} (also: ${others.join(", ")})`;
}

/** An example value for a field, after `--set`. */
export function exampleOf({ id, kind, options = [] }: FormField): string {
  const values = options.map(({ value }) => value);
  const example = {
    text: "…",
    number: "3",
    yes_no: "y",
    choice: values[0] ?? "…",
    choices: values.slice(0, 2).join(",") || "…",
  }[kind];
  return exactLine(shellWord(`${id}=${example}`));
}

/** Pasted unchanged, the command asks: the person adds the values. */
export const howToFillIn = (form: readonly FormField[], command: string): string =>
  `fill it in, with ${setFlags(form)} behind this: ${command}`;
