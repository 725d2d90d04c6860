// Converts a form of an agent or an MCP server, given as a JSON Schema, to fields that a person fills in. Shared by all drivers.
import type { FormContent, FormField, PermissionOption } from "../../../core/index.ts";

/** The parts of a property that are used. */
export interface FormProperty {
  type?: string | undefined;
  title?: string | null | undefined;
  description?: string | null | undefined;
  enum?: readonly string[] | null | undefined;
  oneOf?: readonly TitledValue[] | null | undefined;
  items?:
    | { enum?: readonly string[] | null | undefined; anyOf?: readonly TitledValue[] | null | undefined }
    | null
    | undefined;
}

interface TitledValue {
  const: string;
  title?: string | null | undefined;
  description?: string | null | undefined;
}

/** How a form can be answered. */
export const formOptions: readonly PermissionOption[] = [
  { id: "accept", label: "Answer", kind: "allow_once" },
  { id: "decline", label: "Don't answer", kind: "reject_once" },
];

export const fieldsOf = (
  properties: Readonly<Record<string, FormProperty>>,
  required: readonly string[] | null | undefined,
): FormField[] =>
  Object.entries(properties).map(([id, property]) => {
    const options = optionsOf(property);
    return {
      ...{ id, label: property.title || property.description || id, kind: kindOf(property) },
      ...(options.length > 0 ? { options } : {}),
      ...(required?.includes(id) ? { isRequired: true } : {}),
    };
  });

/** The whole message, with the description of each field. */
export const formDetail = (message: string, properties: Readonly<Record<string, FormProperty>>): string =>
  [
    message,
    ...Object.entries(properties).flatMap(([id, { title, description }]) =>
      description ? [`${title || id}: ${description}`] : [],
    ),
  ].join("\n");

function kindOf(property: FormProperty): FormField["kind"] {
  switch (property.type) {
    case "boolean":
      return "yes_no";
    case "number":
    case "integer":
      return "number";
    case "array":
      return "choices";
    default:
      return optionsOf(property).length > 0 ? "choice" : "text";
  }
}

function optionsOf({ enum: names, oneOf, items }: FormProperty): NonNullable<FormField["options"]> {
  const titled = oneOf ?? items?.anyOf ?? [];
  if (titled.length === 0) return (names ?? items?.enum ?? []).map((value) => ({ value, label: value }));
  return titled.map(({ const: value, title, description }) => ({
    ...{ value, label: title || value },
    ...(description ? { description } : {}),
  }));
}

/** The values in the types of the form; unknown fields are left out. */
export function contentFor(fields: Readonly<Record<string, FormField["kind"]>>, content: FormContent): FormContent {
  const entries = Object.entries(fields).flatMap(([id, kind]): [string, FormContent[string]][] => {
    const value = content[id];
    return value === undefined ? [] : [[id, typed(kind, value)]];
  });
  return Object.fromEntries(entries);
}

function typed(kind: FormField["kind"], value: FormContent[string]): FormContent[string] {
  switch (kind) {
    case "number":
      return Number.isNaN(Number(value)) ? value : Number(value);
    case "yes_no":
      return typeof value === "boolean" ? value : /^(y|yes|true|1)$/i.test(String(value));
    case "choices":
      return Array.isArray(value) ? value : [String(value)];
    default:
      return Array.isArray(value) ? value.join(", ") : String(value);
  }
}
