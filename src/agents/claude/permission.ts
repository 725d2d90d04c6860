// Questions for permission to use a tool, and their answers, which must repeat the input.
import type * as z from "zod";
import type { PermissionOption } from "../../core/index.ts";
import type { DeliveredAnswer, Fact, Reaction } from "../driver.ts";
import { formOptions } from "../kit/questions/asked-form.ts";
import { numbered, printOf, refuseBoth } from "../kit/questions/reused-question-id.ts";
import { SANDBOX_NOTE, shownData } from "../kit/questions/shown.ts";
import { idIn } from "../kit/run-id.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { choicesOf, withAnswers } from "./choice.ts";
import { directoryOf, handleDirectory, shownDirectory } from "./directory.ts";
import { type LineOf, type PermissionResult, permissionRequest, refuse, reply } from "./protocol.ts";
import { dependsOnDirectory, requestOf } from "./request.ts";
import { sessionLabel, sessionNote, sessionUpdates } from "./session-grant.ts";
import type { ClaudeState, Question, Step } from "./state.ts";
import { taskBehind } from "./task.ts";
import { shownOf, titleOf } from "./tool.ts";
import { callTool, isKnown } from "./tool-call.ts";

/** A request of the agent. Skein offers nothing else (no other hooks, no MCP servers, no dialogs), so other requests are refused. */
export function handleRequest(state: ClaudeState, line: LineOf<"control_request">): Reaction<ClaudeState> {
  const told = handleDirectory(state, line);
  if (told) return told;
  const { request_id, request } = line;
  const print = printOf(request);
  const open = state.questions.find((one) => one.request === request_id);
  if (open) return open.print === print ? { state, facts: [], writes: [] } : refuseBoth(open.id, sayNo(state, open));
  const asked = permissionRequest.safeParse(request);
  if (!asked.success) {
    const facts = [
      unreadableLine(
        JSON.stringify(line),
        `The agent requested something that Skein does not support: ${request.subtype}.`,
      ),
    ];
    return { state, facts, writes: [refuse(request_id, `Skein does not support this: ${request.subtype}`)] };
  }
  const { tool_name: name, tool_use_id: id, input, agent_id } = asked.data;
  const question: Question = {
    id: idIn(state, numbered(request_id, state.asked + 1)),
    request: request_id,
    toolCall: id,
    toolName: name,
    input,
    updates: updatesFor(asked.data),
    isOfSubagent: agent_id !== undefined,
    agent: agent_id ?? null,
    directory: directoryOf(state, id),
    print,
  };
  // The time that a person takes does not count as the tool's.
  const tools = state.tools.map((one) => (one.id === id ? { ...one, startedAt: null } : one));
  const waits: Fact = { type: "tool_call_update", data: { toolCallId: idIn(state, id), status: "pending" } };
  const called = isKnown(state, id)
    ? { state: { ...state, tools }, facts: [waits] }
    : callTool(state, {
        id,
        name,
        input,
        status: "pending",
        startedAt: null,
        task: taskBehind(state, { agent: agent_id }),
      });
  const questions = [...state.questions, question];
  return {
    state: { ...called.state, questions, asked: state.asked + 1 },
    facts: [...called.facts, ask(state, question)],
    writes: [],
  };
}

const updatesFor = ({ permission_suggestions, suppress_always_allow_rule }: z.infer<typeof permissionRequest>) =>
  suppress_always_allow_rule === true ? null : sessionUpdates(permission_suggestions ?? []);

function ask(state: ClaudeState, question: Question): Fact {
  const { id, toolCall, toolName: name, input, updates, directory } = question;
  const { cwd } = state;
  const task = taskBehind(state, question);
  const asked = {
    ...{ id, state: "asked" as const, toolCallId: idIn(state, toolCall) },
    ...(task === null ? {} : { taskId: task }),
  };
  const choices = choicesOf(name, input);
  if (choices) return { type: "permission", data: { ...asked, ...choices, options: [...formOptions] } };
  const title = titleOf({ name, input, cwd });
  const leavesSandbox = input.dangerouslyDisableSandbox === true;
  const { detail, notes } = shownOf(name, input);
  const ours = [
    dependsOnDirectory(name, input) ? shownDirectory(state, question) : null,
    leavesSandbox ? SANDBOX_NOTE : null,
    updates && sessionNote(updates),
  ].filter((note) => note !== null);
  const shown = shownData({ detail, notes: [...notes, ...ours] });
  const request = requestOf({ name, input, cwd, directory });
  return { type: "permission", data: { ...asked, title, ...shown, options: optionsOf(question), request } };
}

const optionsOf = ({ updates }: Question): PermissionOption[] => [
  { id: "allow", label: "Allow once", kind: "allow_once" },
  ...(updates === null ? [] : [{ id: "allow-session", label: sessionLabel(updates), kind: "allow_always" as const }]),
  { id: "deny", label: "Deny", kind: "reject_once" },
];

const sayNo = (state: ClaudeState, { id }: Question): Reaction<ClaudeState> =>
  answer(state, { permission: id, option: "deny", message: "Two questions had the same id.", content: null });

export function answer(state: ClaudeState, given: DeliveredAnswer): Reaction<ClaudeState> {
  const { permission, option, message } = given;
  const question = state.questions.find(({ id }) => id === permission);
  if (!question) return { state, facts: [], writes: [] };
  const others = state.questions.filter((one) => one !== question);
  if (option === "deny" || option === "decline") {
    const text = message ?? (option === "deny" ? "The user said no." : "The user does not want to answer.");
    const writes = [reply(question.request, { behavior: "deny", message: text })];
    return { state: { ...state, questions: others }, facts: [], writes };
  }
  const runs: Fact = {
    type: "tool_call_update",
    data: { toolCallId: idIn(state, question.toolCall), status: "running" },
  };
  const writes = [reply(question.request, allow(question, given))];
  return { state: { ...state, questions: others }, facts: [runs], writes };
}

/** Repeats the input exactly, so that nothing else can run. */
function allow({ toolName, input, updates }: Question, given: DeliveredAnswer): PermissionResult {
  const { option, message, content = null } = given;
  const updatedInput = withAnswers(toolName, input, { content, message });
  if (option !== "allow-session" || updates === null) return { behavior: "allow", updatedInput };
  return { behavior: "allow", updatedInput, updatedPermissions: updates };
}

/** The agent withdraws the question, because its turn was interrupted. */
export function retractQuestion(state: ClaudeState, request: string): Step {
  const question = state.questions.find((one) => one.request === request);
  if (!question) return { state, facts: [] };
  const reason = "the agent withdrew the question";
  return {
    state: { ...state, questions: state.questions.filter((one) => one !== question) },
    facts: [{ type: "permission", data: { id: question.id, state: "stale", reason } }],
  };
}

/**
 * The end of a turn closes its questions, except those of background tasks. A subagent that was not known as a background task continues and
 * would wait forever, so its questions are asked again with new ids.
 */
export function askAgain(state: ClaudeState): Step {
  const isOpen = (question: Question): boolean => taskBehind(state, question) !== null;
  const again = state.questions
    .filter((question) => question.isOfSubagent && !isOpen(question))
    .map((question) => ({ ...question, id: `${question.id}+` }));
  const questions = [...state.questions.filter(isOpen), ...again];
  return { state: { ...state, questions }, facts: again.map((question) => ask(state, question)) };
}
