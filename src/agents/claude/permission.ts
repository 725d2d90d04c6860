// Questions: may this tool be used? And the answers, which say what was asked once more.
import type * as z from "zod";
import type { PermissionOption } from "../../core/index.ts";
import type { Fact, Reaction } from "../driver.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { askNext, nextChoice, withAnswer } from "./choice.ts";
import { ALL_EDITS } from "./modes.ts";
import { type LineOf, type PermissionResult, permissionRequest, refuse, reply } from "./protocol.ts";
import { type ClaudeState, idIn, MAX_QUESTIONS, type Question, type Step } from "./state.ts";
import { detailOf, titleOf } from "./tool.ts";
import { callTool, isKnown } from "./tool-call.ts";

/** A request of the agent. Skein offers it nothing else (no hooks, no MCP servers, no dialogs), so the rest is refused. */
export function takeRequest(state: ClaudeState, line: LineOf<"control_request">): Reaction<ClaudeState> {
  const { request_id, request } = line;
  const asked = permissionRequest.safeParse(request);
  if (!asked.success) {
    const facts = [
      unreadableLine(JSON.stringify(line), `The agent asked for something that Skein can't do: ${request.subtype}.`),
    ];
    return { state, facts, writes: [refuse(request_id, `Skein can't do this: ${request.subtype}`)] };
  }
  const { tool_name: name, tool_use_id: id, input, agent_id } = asked.data;
  const question: Question = {
    id: idIn(state, request_id),
    request: request_id,
    toolCall: id,
    toolName: name,
    input,
    updates: updatesFor(asked.data),
    answers: {},
    isOfSubagent: agent_id !== undefined,
  };
  // The time that a person takes is not the tool's.
  const tools = state.tools.map((one) => (one.id === id ? { ...one, startedAt: null } : one));
  const waits: Fact = { type: "tool_call_update", data: { toolCallId: idIn(state, id), status: "pending" } };
  const called = isKnown(state, id)
    ? { state: { ...state, tools }, facts: [waits] }
    : callTool(state, { id, name, input, status: "pending", startedAt: null });
  const questions = [...state.questions.filter((one) => one.request !== request_id), question].slice(-MAX_QUESTIONS);
  return { state: { ...called.state, questions }, facts: [...called.facts, ask(state, question)], writes: [] };
}

/**
 * The agent's own proposals, made to last as long as the session and not written into anybody's settings.
 * For a command that changes files it takes all of them together, the mode included: the rule alone would ask again.
 */
function updatesFor({ permission_suggestions, suppress_always_allow_rule }: z.infer<typeof permissionRequest>) {
  // Another mode than this one would allow more than anybody was asked for.
  const proposals = (permission_suggestions ?? []).filter(({ type, mode }) => type !== "setMode" || mode === ALL_EDITS);
  if (proposals.length === 0 || suppress_always_allow_rule === true) return null;
  return proposals.map((proposal) => ({ ...proposal, destination: "session" }));
}

function ask(state: ClaudeState, question: Question): Fact {
  const { id, toolCall, toolName: name, input } = question;
  const choice = nextChoice(question);
  if (choice) return askNext({ id, toolCallId: idIn(state, toolCall), choice });
  const title = titleOf({ name, input, cwd: state.cwd });
  const data = {
    id,
    title,
    detail: detailOf(name, input),
    toolCallId: idIn(state, toolCall),
    options: optionsOf(question),
  };
  return { type: "permission", data: { ...data, state: "asked" } };
}

const optionsOf = ({ updates }: Question): PermissionOption[] => [
  { id: "allow", label: "Allow once", kind: "allow_once" },
  ...(updates === null ? [] : [{ id: "allow-session", label: sessionLabel(updates), kind: "allow_always" as const }]),
  { id: "deny", label: "Deny", kind: "reject_once" },
];

function sessionLabel(updates: readonly unknown[]): string {
  const isEdits = updates.some(
    (one) => typeof one === "object" && one !== null && "mode" in one && one.mode === ALL_EDITS,
  );
  return isEdits ? "Allow this and all edits for this session" : "Allow for this session";
}

interface Answer {
  permission: string;
  option: string;
  message: string | null;
}

export function answer(state: ClaudeState, { permission, option, message }: Answer): Reaction<ClaudeState> {
  const question = state.questions.find(({ id }) => id === permission);
  if (!question) return { state, facts: [], writes: [] };
  const others = state.questions.filter((one) => one !== question);
  if (option === "deny") {
    const text = message ?? "The user said no.";
    const writes = [reply(question.request, { behavior: "deny", message: text })];
    return { state: { ...state, questions: others }, facts: [], writes };
  }
  const chosen = withAnswer(question, { option, message });
  if (chosen && nextChoice(chosen)) {
    return { state: { ...state, questions: [...others, chosen] }, facts: [ask(state, chosen)], writes: [] };
  }
  const runs: Fact = {
    type: "tool_call_update",
    data: { toolCallId: idIn(state, question.toolCall), status: "running" },
  };
  const writes = [reply(question.request, allow(chosen ?? question, option))];
  return { state: { ...state, questions: others }, facts: [runs], writes };
}

function allow({ input, updates, answers }: Question, option: string): PermissionResult {
  const updatedInput = Object.keys(answers).length > 0 ? { ...input, answers } : input;
  if (option !== "allow-session" || updates === null) return { behavior: "allow", updatedInput };
  return { behavior: "allow", updatedInput, updatedPermissions: updates };
}

/** The agent no longer wants to know, because its turn was interrupted. */
export function takeBack(state: ClaudeState, request: string): Step {
  const question = state.questions.find((one) => one.request === request);
  if (!question) return { state, facts: [] };
  const reason = "the agent withdrew the question";
  return {
    state: { ...state, questions: state.questions.filter((one) => one !== question) },
    facts: [{ type: "permission", data: { id: question.id, state: "stale", reason } }],
  };
}

/**
 * The end of a turn closes its questions; but a subagent in the background goes on and would wait for ever.
 * So its questions are asked again, under names of their own.
 */
export function askAgain(state: ClaudeState): Step {
  const questions = state.questions
    .filter(({ isOfSubagent }) => isOfSubagent)
    .map((question) => ({ ...question, id: `${question.id}+` }));
  return { state: { ...state, questions }, facts: questions.map((question) => ask(state, question)) };
}
