// Questions for permission. Those of subagents are asked too, although nothing else of subagents is shown.
import { isDeepStrictEqual } from "node:util";
import type { PermissionOption } from "../../core/index.ts";
import type { DeliveredAnswer, Fact, OpenQuestion } from "../driver.ts";
import { callPrint } from "../kit/questions/changed-call.ts";
import { type Grant, grantLabel, grantNote } from "../kit/questions/grant-label.ts";
import { printOf, refuseBoth } from "../kit/questions/reused-question-id.ts";
import { directoryNote, pathLine, type Shown, shownData } from "../kit/questions/shown.ts";
import { idIn } from "../kit/run-id.ts";
import { fieldNotes, otherFields } from "../kit/tool-calls/input-fields.ts";
import { inside, shortened } from "../kit/tool-calls/tool-title.ts";
import { inputFor, inputIn } from "./call-input.ts";
import { answersTo } from "./form.ts";
import { type Asked, changeIn, commandFields, directoryOf, filesOf, patchedFiles, requestOf } from "./judged.ts";
import { asking, segment } from "./request.ts";
import { type OpencodeReaction, type OpencodeState, type Question, questionId, stay, withQuestion } from "./state.ts";
import { callIn, callTool } from "./tool-call.ts";

export function handlePermission(state: OpencodeState, asked: Asked): OpencodeReaction {
  const { id, tool } = asked;
  const isOwn = asked.sessionID === state.session;
  const toolCall = isOwn && tool ? tool.callID : null;
  const called = toolCall === null ? stay(state) : waitForAnswer(state, toolCall, asked);
  const number = state.asked + 1;
  const about = tool ? { session: asked.sessionID, call: tool.callID } : null;
  const question: Question = {
    ...{ id, number, print: printOf(asked), kind: "permission", toolCall },
    ...{ about, shown: callPrint(inputFor(state, asked)), fields: 0 },
  };
  const fact: Fact = {
    type: "permission",
    data: {
      ...{ id: questionId(state, question), state: "asked", title: titleOf(state, asked) },
      ...shownData(shownOf(state, asked)),
      ...(toolCall === null ? {} : { toolCallId: idIn(state, toolCall) }),
      ...{ options: optionsOf(asked), request: requestOf(state, asked) },
    },
  };
  return stay(withQuestion(called.state, question), [...called.facts, fact]);
}

export const openQuestions = (state: OpencodeState): OpenQuestion[] =>
  state.questions.map((question) => ({
    id: questionId(state, question),
    call: {
      ...{ shown: question.shown, no: "reject" },
      now: callPrint(question.about && inputIn(state, question.about)),
    },
  }));

/** The call waits. Its question may come before the call was reported. */
function waitForAnswer(state: OpencodeState, id: string, { permission, metadata }: Asked): OpencodeReaction {
  const known = callIn(state, id);
  const { command, filepath } = metadata;
  const input = typeof command === "string" ? { command } : typeof filepath === "string" ? { filePath: filepath } : {};
  const called = known
    ? stay(state, [{ type: "tool_call_update", data: { toolCallId: idIn(state, id), status: "pending" } }])
    : callTool(state, { id, name: permission, input, status: "pending" });
  const tools = called.state.tools.map((one) => (one.id === id ? { ...one, isAsked: true } : one));
  return { ...called, state: { ...called.state, tools } };
}

const verbs: Readonly<Record<string, string>> = {
  bash: "Run",
  edit: "Edit",
  read: "Read",
  glob: "Find",
  grep: "Search for",
  list: "List",
  webfetch: "Fetch",
  websearch: "Search the web for",
  task: "Delegate to",
  skill: "Use the skill",
  external_directory: "Leave the workspace:",
  doom_loop: "Repeat the same call:",
};

function titleOf(state: OpencodeState, asked: Asked): string {
  const { permission, patterns, metadata } = asked;
  if (permission === "edit" && patchedFiles(metadata).length > 0) return patchTitle(state, metadata);
  const [path] = permission === "edit" || permission === "read" ? filesOf(state, asked).paths : [];
  const command = typeof metadata.command === "string" && permission === "bash" ? metadata.command : null;
  const subject = command ?? (path === undefined ? (patterns[0] ?? "") : inside(state.cwd, path));
  const verb = verbs[permission] ?? permission.slice(0, 80);
  return subject === "" ? verb : `${verb} \`${shortened(subject)}\``;
}

const patchVerbs: Readonly<Record<string, string>> = { edit: "Edit", delete: "Delete", move: "Move" };

function patchTitle({ cwd }: OpencodeState, metadata: Asked["metadata"]): string {
  const [first, ...more] = patchedFiles(metadata);
  if (!first || more.length > 0) return `Change ${more.length + 1} files`;
  const name = (path: string): string => `\`${shortened(inside(cwd, path))}\``;
  const to = first.movePath ? ` to ${name(first.movePath)}` : "";
  return `${patchVerbs[changeIn(metadata)] ?? "Change"} ${name(first.filePath)}${to}`;
}

/** Everything that a yes would allow: the command, or the changes to a file; else OpenCode's own description. */
function shownOf(state: OpencodeState, asked: Asked): Shown {
  const { detail, notes } = aboutIn(state, asked);
  const granted = isAll(asked) ? null : grantNote(grantsIn(asked));
  return { detail, notes: [...notes, ...(granted === null ? [] : [granted])] };
}

function aboutIn(state: OpencodeState, asked: Asked): Shown {
  const { permission, patterns, metadata, tool } = asked;
  if (permission === "bash" && typeof metadata.command === "string") {
    const { cwd, isKnown } = directoryOf(state, asked);
    const where = isKnown ? cwd : "a directory that OpenCode does not name";
    const place = where === null ? [] : [directoryNote(where)];
    return { detail: metadata.command, notes: [...place, ...fieldNotes(otherFields(metadata, commandFields))] };
  }
  if (permission === "edit" && typeof metadata.diff === "string" && metadata.diff !== "") {
    const { diff, filepath } = metadata;
    const isNamed = typeof filepath === "string" && diff.includes(filepath);
    return { detail: diff, notes: fieldNotes(otherFields(metadata, ["diff", ...(isNamed ? ["filepath"] : [])])) };
  }
  const isSilent = Object.keys(metadata).length === 0;
  const detail =
    [...patterns.map(pathLine), ...(isSilent ? [] : [JSON.stringify(metadata, null, 2)])].join("\n") || permission;
  const input = inputFor(state, asked);
  if (input === null) return { detail, notes: isSilent && tool ? ["OpenCode does not show its input"] : [] };
  const rest = otherFields(input, []).filter(([name, value]) => !isDeepStrictEqual(metadata[name], value));
  return { detail, notes: fieldNotes(rest) };
}

const isAll = ({ always }: Asked): boolean => always.includes("*");

const grantsIn = ({ always }: Asked): Grant[] => always.map((name) => ({ name }));

function optionsOf(asked: Asked): PermissionOption[] {
  const { permission, always } = asked;
  const label = isAll(asked) ? grantLabel([], [`all of this kind (${permission})`]) : grantLabel(grantsIn(asked));
  return [
    { id: "once", label: "Allow once", kind: "allow_once" },
    ...(always.length === 0 ? [] : [{ id: "always", label, kind: "allow_always" as const }]),
    { id: "reject", label: "Deny", kind: "reject_once" },
  ];
}

/** Handles a question with the id of an open one; null if there is none. */
export function handleRepeatedQuestion(state: OpencodeState, asked: { id: string }): OpencodeReaction | null {
  const open = state.questions.find(({ id }) => id === asked.id);
  if (!open) return null;
  if (open.print === printOf(asked)) return stay(state);
  const permission = questionId(state, open);
  const option = open.kind === "form" ? "decline" : "reject";
  return refuseBoth(permission, answer(state, { permission, option, message: null, content: null }));
}

export function answer(state: OpencodeState, given: DeliveredAnswer): OpencodeReaction {
  const question = state.questions.find((one) => questionId(state, one) === given.permission);
  if (!question) return stay(state);
  const rest = { ...state, questions: state.questions.filter((one) => one !== question) };
  const isForm = question.kind === "form";
  const isNo = given.option === "reject" || given.option === "decline";
  const path = `/${isForm ? "question" : "permission"}/${segment(question.id)}/reply`;
  const body = isForm ? { answers: answersTo(question, given) } : replyOf(given);
  const asked = asking(rest, { about: "answer", method: "POST", path, body });
  const runs: Fact[] =
    isNo || question.toolCall === null
      ? []
      : [{ type: "tool_call_update", data: { toolCallId: idIn(state, question.toolCall), status: "running" } }];
  return { state: asked.state, facts: runs, writes: [asked.line] };
}

/** A denial without a message would end the turn (1.18.33). */
function replyOf({ option, message }: DeliveredAnswer): { reply: string; message?: string } {
  if (option === "once" || option === "always") return { reply: option };
  return { reply: "reject", message: message ?? "The user said no." };
}

/** OpenCode withdraws the question: another answer has settled it, or the turn was interrupted. */
export function retractQuestion(state: OpencodeState, request: string): OpencodeReaction {
  const question = state.questions.find(({ id }) => id === request);
  if (!question) return stay(state);
  const reason = "the agent withdrew the question";
  const fact: Fact = { type: "permission", data: { id: questionId(state, question), state: "stale", reason } };
  return stay({ ...state, questions: state.questions.filter((one) => one !== question) }, [fact]);
}
