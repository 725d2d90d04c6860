// What the agent wants to know: a form, filled in by a person, whichever daemon is there by then.
import type { FormContent, FormField } from "../../core/index.ts";
import type { Fact, Reaction } from "../driver.ts";
import { type RpcId, rpcResult } from "../json-rpc.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { type ElicitationRequest, elicitationRequest, type FormProperty } from "./protocol.ts";
import { type AcpState, idIn, MAX_QUESTIONS, type Question, questionId, withSound } from "./state.ts";

export const notAnswered = (id: RpcId): string => rpcResult({ id, result: { action: "cancel" } });

interface Asked {
  id: RpcId;
  params: unknown;
  line: string;
}

export function takeElicitation(state: AcpState, { id, params, line }: Asked): Reaction<AcpState> {
  const said = elicitationRequest.safeParse(params).data;
  if (state.questions.some((one) => one.id === id))
    return { state, facts: [unreadableLine(line, "The agent asked the same thing twice.")], writes: [] };
  if (!said || said.sessionId !== state.session || state.questions.length >= MAX_QUESTIONS) {
    const text = "The agent asked a question that Skein could not read; it was told that nobody answers.";
    return { state, facts: [unreadableLine(line, text)], writes: [notAnswered(id)] };
  }
  if (state.turn?.isCancelled) return { state, facts: [], writes: [notAnswered(id)] };
  const form = formOf(said);
  const options = formOptions.map((one) => ({ id: one.id, isAllow: one.kind === "allow_once" }));
  const fields = Object.fromEntries(form.map((field) => [field.id, field.kind]));
  const question: Question = { id, toolCallId: said.toolCallId ?? null, options, fields };
  const { toolCallId, message } = said;
  const asked: Fact = {
    type: "permission",
    data: {
      ...{ id: questionId(state, id), state: "asked", title: message.split("\n")[0] ?? message },
      ...{ detail: detailOf(said), options: [...formOptions], form },
      ...(toolCallId ? { toolCallId: idIn(state, toolCallId) } : {}),
    },
  };
  const questions = [...state.questions, question];
  return { state: { ...withSound(state), message: null, questions }, facts: [asked], writes: [] };
}

const formOptions = [
  { id: "accept", label: "Answer", kind: "allow_once" },
  { id: "decline", label: "Don't answer", kind: "reject_once" },
] as const;

const formOf = ({ requestedSchema: { properties, required } }: ElicitationRequest): FormField[] =>
  Object.entries(properties).map(([id, property]) => {
    const options = optionsOf(property);
    return {
      ...{ id, label: property.title || property.description || id, kind: kindOf(property) },
      ...(options.length > 0 ? { options } : {}),
      ...(required?.includes(id) ? { isRequired: true } : {}),
    };
  });

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

/** The whole message, and what is said about each field. */
const detailOf = ({ message, requestedSchema: { properties } }: ElicitationRequest): string =>
  [
    message,
    ...Object.entries(properties).flatMap(([id, { title, description }]) =>
      description ? [`${title || id}: ${description}`] : [],
    ),
  ].join("\n");

/** What was filled in, in the types that the form asked for; fields that it does not have are left out. */
export function contentFor(fields: NonNullable<Question["fields"]>, content: FormContent): FormContent {
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
