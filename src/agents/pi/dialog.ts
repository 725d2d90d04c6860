// Questions: permission to use a tool, asked by Skein's extension, and dialogs of other extensions.

import * as z from "zod";
import type { FormField, PermissionOption, PermissionRequest } from "../../core/index.ts";
import type { DeliveredAnswer, Fact, OpenQuestion, Reaction } from "../driver.ts";
import { parseJsonLine } from "../kit/json-line.ts";
import { formOptions } from "../kit/questions/asked-form.ts";
import { printOf, refuseBoth } from "../kit/questions/reused-question-id.ts";
import { shownData } from "../kit/questions/shown.ts";
import { idIn } from "../kit/run-id.ts";
import type { ToolInput } from "../kit/tool-calls/tool-title.ts";
import { unknownToolRequest } from "../kit/tool-calls/unknown-tool.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { ALLOW, ALLOW_SESSION, APPROVAL } from "./approvals/names.ts";
import { dialogLine, type LineOf } from "./protocol.ts";
import { type PiState, type Question, questionId } from "./state.ts";
import { kindOf, titleOf } from "./tool.ts";

type Request = LineOf<"extension_ui_request">;

const dialogs = new Set(["select", "confirm", "input", "editor"]);

export function handleDialog(state: PiState, line: Request): Reaction<PiState> {
  const { id, method, title = "", message = "" } = line;
  if (method === "notify") {
    const facts: Fact[] = [{ type: "notice", data: { kind: "extension", text: message.slice(0, 500) } }];
    return { state, facts: message === "" ? [] : facts, writes: [] };
  }
  // Lines for the program's own user interface.
  if (!dialogs.has(method)) return { state, facts: [], writes: [] };
  const print = printOf(line);
  const open = state.questions.find(({ request }) => request === id);
  if (open) return open.print === print ? { state, facts: [], writes: [] } : refuseBothOf(state, open);
  const asked = method === "select" && title === APPROVAL ? approvalOf(state, line) : formOf(state, line);
  if (asked === null || state.isInterrupting) {
    const text = "Pi asked a question that Skein could not pass on, so Skein cancelled it.";
    const facts = state.isInterrupting ? [] : [unreadableLine(JSON.stringify(line), text)];
    return { state, facts, writes: [dialogLine(id, { cancelled: true })] };
  }
  const number = state.asked + 1;
  const { toolCall } = asked;
  const question: Question = { request: id, number, print, toolCall, shown: saidOf(state, toolCall), method };
  return {
    state: { ...state, questions: [...state.questions, question], asked: number },
    facts: asked.facts,
    writes: [],
  };
}

const saidOf = ({ tools }: PiState, call: string | null): string => tools.find(({ id }) => id === call)?.said ?? "";

export const openQuestions = (state: PiState): OpenQuestion[] =>
  state.questions.map((question) => ({
    id: questionId(state, question),
    call: { shown: question.shown, now: saidOf(state, question.toolCall), no: noTo(question) },
  }));

const noTo = ({ toolCall }: Question): string => (toolCall === null ? "decline" : "deny");

const nextQuestionId = (state: PiState, request: string): string =>
  questionId(state, { request, number: state.asked + 1 });

/** The agent asks something else with the id of an open question. */
function refuseBothOf(state: PiState, open: Question): Reaction<PiState> {
  const permission = questionId(state, open);
  return refuseBoth(permission, answer(state, { permission, option: noTo(open), message: null, content: null }));
}

interface Asked {
  toolCall: string | null;
  facts: Fact[];
}

/** Null if it is incomplete. */
function approvalOf(state: PiState, { id, options = [] }: Request): Asked | null {
  // In a process that an older Skein started, the command may be missing, and notes are part of the detail.
  const [toolCall, name, path, detail, command = detail, more = "", ...notes] = options;
  if (toolCall === undefined || name === undefined || path === undefined || detail === undefined) return null;
  const kind = kindOf(name);
  const subject = kind === "execute" ? { command } : { path };
  // Rules read text as a POSIX shell does.
  const hasMore = more !== "" || (kind === "execute" && (command !== detail || name === "powershell"));
  const judged: PermissionRequest =
    kind === "other"
      ? unknownToolRequest({ tool: name, input: inputIn(detail), cwd: state.cwd })
      : {
          ...{ kind, tool: name, command: kind === "execute" ? (command ?? null) : null },
          paths: path === "" ? [] : [path],
        };
  const request = { ...judged, ...(hasMore ? { hasMore } : {}) };
  const toolCallId = idIn(state, toolCall);
  return {
    toolCall,
    facts: [
      { type: "tool_call_update", data: { toolCallId, status: "pending" } },
      {
        type: "permission",
        data: {
          ...{ id: nextQuestionId(state, id), state: "asked", toolCallId, ...shownData({ detail, notes }), request },
          ...{ title: titleOf({ name, input: subject, cwd: state.cwd }), options: approvalOptions(kind) },
        },
      },
    ],
  };
}

/** For a tool that is not Pi's own, the detail is its whole input; null if that was too long. */
const inputIn = (detail: string): ToolInput | null => parseJsonLine(z.record(z.string(), z.unknown()), detail);

function approvalOptions(kind: PermissionRequest["kind"]): PermissionOption[] {
  const what = kind === "edit" ? "all edits" : kind === "execute" ? "this command" : "this tool, with any input,";
  return [
    { id: ALLOW, label: "Allow once", kind: "allow_once" },
    { id: ALLOW_SESSION, label: `Allow ${what} for this session`, kind: "allow_always" },
    { id: "deny", label: "Deny", kind: "reject_once" },
  ];
}

const FIELD = "value";

function formOf(state: PiState, line: Request): Asked {
  const { id, method, title = "", message, placeholder, prefill } = line;
  const [label = ""] = title.split("\n");
  const words = label === "" ? "An extension of Pi asks" : label;
  const detail = [title, message, placeholder, prefill].filter((text) => text).join("\n\n");
  const options = [...formOptions];
  const form: FormField[] = [{ id: FIELD, label: words, isRequired: true, ...fieldOf(method, line.options ?? []) }];
  const asked = { id: nextQuestionId(state, id), state: "asked" as const, title: words, detail, options, form };
  return { toolCall: null, facts: [{ type: "permission", data: asked }] };
}

function fieldOf(method: string, choices: readonly string[]): Pick<FormField, "kind" | "options"> {
  if (method === "confirm") return { kind: "yes_no" };
  if (method !== "select") return { kind: "text" };
  return { kind: "choice", options: choices.map((value) => ({ value, label: value })) };
}

export function answer(state: PiState, given: DeliveredAnswer): Reaction<PiState> {
  const question = state.questions.find((one) => questionId(state, one) === given.permission);
  if (!question) return { state, facts: [], writes: [] };
  const questions = state.questions.filter((one) => one !== question);
  const { facts, line } = question.toolCall === null ? filledIn(question, given) : decided(state, question, given);
  return { state: { ...state, questions }, facts, writes: [line] };
}

function decided(state: PiState, question: Question, { option, message }: DeliveredAnswer) {
  const isAllowed = option === ALLOW || option === ALLOW_SESSION;
  const value = isAllowed ? option : (message ?? "The user said no.");
  // Text that happens to equal an answer must not become one.
  const safe = !isAllowed && (value === ALLOW || value === ALLOW_SESSION) ? `No: ${value}` : value;
  const toolCallId = idIn(state, question.toolCall ?? "");
  const runs: Fact = { type: "tool_call_update", data: { toolCallId, status: "running" } };
  return {
    line: dialogLine(question.request, { value: safe }),
    facts: isAllowed ? [runs, ...unsaid(message)] : [],
  };
}

function filledIn({ request, method }: Question, { option, content, message }: DeliveredAnswer) {
  const value = content?.[FIELD];
  if (option !== "accept" || value === undefined)
    return { line: dialogLine(request, { cancelled: true }), facts: unsaid(message) };
  const said =
    method === "confirm"
      ? { confirmed: value === true || /^(y|yes|true|1)$/i.test(String(value)) }
      : { value: Array.isArray(value) ? value.join(", ") : String(value) };
  return { line: dialogLine(request, said), facts: unsaid(message) };
}

const unsaid = (message: string | null): Fact[] =>
  message === null
    ? []
    : [
        {
          type: "notice",
          data: { kind: "answer_message", text: "Pi can't take a comment with this answer; send it as a prompt." },
        },
      ];

/** Cancels all questions. */
export const cancelQuestions = ({ questions }: PiState): string[] =>
  questions.map(({ request }) => dialogLine(request, { cancelled: true }));
