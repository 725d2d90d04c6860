// What the agent wants to know: questions of the model, and forms of MCP servers.
import type { FormContent, FormField, PermissionOption } from "../../../core/index.ts";
import type { DeliveredAnswer } from "../../driver.ts";
import { elicitation, type FormProperty, inputRequest } from "./protocol.ts";
import type { Asked } from "./question.ts";
import type { Question } from "./state.ts";

const formOptions: PermissionOption[] = [
  { id: "accept", label: "Answer", kind: "allow_once" },
  { id: "decline", label: "Don't answer", kind: "reject_once" },
];

/** All of the model's questions are one form. */
export function inputQuestion(params: unknown): Asked | null {
  const asked = inputRequest.safeParse(params).data;
  const [first, ...more] = asked?.questions ?? [];
  if (!asked || !first) return null;
  const { itemId, questions } = asked;
  return {
    about: { kind: "input", questions: questions.map(({ id }) => id) },
    item: itemId,
    title: more.length === 0 ? first.question : `${questions.length} questions`,
    detail: questions
      .map(({ question, options }) => {
        const lines =
          options?.map(({ label, description }) => (description ? `${label}: ${description}` : label)) ?? [];
        return (more.length === 0 && lines.length > 0 ? lines : [question, ...lines]).join("\n");
      })
      .join("\n\n"),
    options: formOptions,
    form: questions.map(({ id, question, isOther, options }) => ({
      ...{ id, label: question, kind: options?.length ? ("choice" as const) : ("text" as const), isRequired: true },
      ...(options?.length ? { options: options.map(optionOf), isOpen: isOther } : {}),
    })),
  };
}

const optionOf = ({ label, description }: { label: string; description: string }) => ({
  value: label,
  label,
  ...(description === "" ? {} : { description }),
});

/** A form of an MCP server; one without fields asks whether a tool of that server may be used. */
export function elicitationQuestion(params: unknown): Asked | null {
  const asked = elicitation.safeParse(params).data;
  if (!asked) return null;
  const { serverName, message, requestedSchema } = asked;
  const form = Object.entries(requestedSchema.properties).map(([id, property]): FormField => {
    const options = choicesOf(property);
    return {
      ...{ id, label: property.title || property.description || id, kind: kindOf(property) },
      ...(options.length > 0 ? { options } : {}),
      ...(requestedSchema.required?.includes(id) ? { isRequired: true } : {}),
    };
  });
  const about = { kind: "elicitation" as const, fields: Object.fromEntries(form.map(({ id, kind }) => [id, kind])) };
  const common = {
    about,
    item: null,
    title: message.split("\n")[0] || serverName,
    detail: `${serverName}: ${message}`,
  };
  if (form.length > 0) return { ...common, options: formOptions, form };
  const options: PermissionOption[] = [
    { id: "accept", label: "Allow once", kind: "allow_once" },
    { id: "decline", label: "Deny", kind: "reject_once" },
  ];
  return { ...common, options, request: { kind: "other", tool: serverName, command: null, paths: [] } };
}

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
      return choicesOf(property).length > 0 ? "choice" : "text";
  }
}

function choicesOf({ enum: names, oneOf, items }: FormProperty): { value: string; label: string }[] {
  const titled = oneOf ?? items?.anyOf ?? [];
  if (titled.length === 0) return (names ?? items?.enum ?? []).map((value) => ({ value, label: value }));
  return titled.map(({ const: value, title }) => ({ value, label: title || value }));
}

type Form = Extract<Question["about"], { kind: "input" | "elicitation" }>;

export function answerForm(about: Form, { option, content, message }: DeliveredAnswer): object {
  const isAnswered = option === "accept";
  if (about.kind === "elicitation") {
    if (!isAnswered) return { action: "decline", content: null, _meta: null };
    return { action: "accept", content: typedContent(about.fields, content ?? {}), _meta: null };
  }
  if (!isAnswered) return { answers: {} };
  const answers = about.questions.flatMap((id, index) => {
    const value = content?.[id];
    const given = value === undefined ? [] : Array.isArray(value) ? value : [String(value)];
    // As the program's own dialog says it.
    const note = index === 0 && message !== null ? [`user_note: ${message}`] : [];
    return given.length + note.length === 0 ? [] : [[id, { answers: [...given, ...note] }]];
  });
  return { answers: Object.fromEntries(answers) };
}

/** In the types that the form asked for; fields that it does not have are left out. */
const typedContent = (fields: Readonly<Record<string, FormField["kind"]>>, content: FormContent): FormContent =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([id, kind]): [string, FormContent[string]][] => {
      const value = content[id];
      return value === undefined ? [] : [[id, typed(kind, value)]];
    }),
  );

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
