// Forms: questions of the model, and of MCP servers.
import * as z from "zod";
import type { PermissionOption } from "../../../core/index.ts";
import type { DeliveredAnswer } from "../../driver.ts";
import { contentFor, fieldsOf, formDetail, formOptions } from "../../kit/questions/asked-form.ts";
import { fieldNotes, otherFields } from "../../kit/tool-calls/input-fields.ts";
import { unknownToolRequest } from "../../kit/tool-calls/unknown-tool.ts";
import { elicitation, inputRequest } from "./protocol.ts";
import type { Asked } from "./question.ts";
import type { Question } from "./state.ts";

/** All of the model's questions become one form. */
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
    options: [...formOptions],
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

/** A tool without parameters may have an empty input. */
const toolParams = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((params) => params ?? {});

/** A form of an MCP server; one without fields asks whether a tool of that server may be used. */
export function elicitationQuestion(params: unknown, cwd: string): Asked | null {
  const asked = elicitation.safeParse(params).data;
  if (!asked) return null;
  const { serverName, message, requestedSchema, _meta } = asked;
  const form = fieldsOf(requestedSchema.properties, requestedSchema.required);
  const about = { kind: "elicitation" as const, fields: Object.fromEntries(form.map(({ id, kind }) => [id, kind])) };
  const common = {
    about,
    item: null,
    title: message.split("\n")[0] || serverName,
    detail: formDetail(`${serverName}: ${message}`, requestedSchema.properties),
    notes: fieldNotes(otherFields(_meta ?? {}, ["codex_approval_kind", "persist"])),
  };
  if (form.length > 0) return { ...common, options: [...formOptions], form };
  const options: PermissionOption[] = [
    { id: "accept", label: "Allow once", kind: "allow_once" },
    { id: "decline", label: "Deny", kind: "reject_once" },
  ];
  // Rules can't know what other requests of a server would do.
  const isTool = _meta?.codex_approval_kind === "mcp_tool_call";
  const input = isTool ? (toolParams.safeParse(_meta?.tool_params).data ?? null) : null;
  // Codex names only the server (0.166.0), so it is unknown which of its tools would get the input, and whether it reads or writes.
  const request = { ...unknownToolRequest({ tool: serverName, input, cwd }), hasOtherInput: true };
  return { ...common, options, request };
}

type Form = Extract<Question["about"], { kind: "input" | "elicitation" }>;

export function answerForm(about: Form, { option, content, message }: DeliveredAnswer): object {
  const isAnswered = option === "accept";
  if (about.kind === "elicitation") {
    if (!isAnswered) return { action: "decline", content: null, _meta: null };
    return { action: "accept", content: contentFor(about.fields, content ?? {}), _meta: null };
  }
  if (!isAnswered) return { answers: {} };
  const answers = about.questions.flatMap((id, index) => {
    const value = content?.[id];
    const given = value === undefined ? [] : Array.isArray(value) ? value : [String(value)];
    // As in the program's own dialog.
    const note = index === 0 && message !== null ? [`user_note: ${message}`] : [];
    return given.length + note.length === 0 ? [] : [[id, { answers: [...given, ...note] }]];
  });
  return { answers: Object.fromEntries(answers) };
}
