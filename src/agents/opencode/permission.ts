// Questions: may this be done? Those of subagents are asked as well, though nothing else of theirs is told.
import { resolve } from "node:path";
import * as z from "zod";
import type { PermissionOption, PermissionRequest } from "../../core/index.ts";
import type { DeliveredAnswer, Fact } from "../driver.ts";
import { otherFields, withFields } from "../input-fields.ts";
import { namedPath } from "../named-path.ts";
import { otherDirectory } from "../other-directory.ts";
import { inside, shortened } from "../tool-title.ts";
import { answersTo } from "./form.ts";
import type { EventOf } from "./protocol.ts";
import { asking, segment } from "./request.ts";
import { idIn, type OpencodeReaction, type OpencodeState, type Question, stay, withQuestion } from "./state.ts";
import { callIn, callTool } from "./tool-call.ts";

type Asked = EventOf<"permission.asked">;

export function takePermission(state: OpencodeState, asked: Asked): OpencodeReaction {
  const { id, tool } = asked;
  const isOwn = asked.sessionID === state.session;
  const toolCall = isOwn && tool ? tool.callID : null;
  const called = toolCall === null ? stay(state) : waitForAnswer(state, toolCall, asked);
  const question: Question = { id, kind: "permission", toolCall, fields: 0 };
  const fact: Fact = {
    type: "permission",
    data: {
      ...{ id: idIn(state, id), state: "asked", title: titleOf(state, asked), detail: detailOf(state, asked) },
      ...(toolCall === null ? {} : { toolCallId: idIn(state, toolCall) }),
      ...{ options: optionsOf(asked), request: requestOf(state, asked) },
    },
  };
  return stay(withQuestion(called.state, question), [...called.facts, fact]);
}

/** The call waits. The question may be there before the call has been told of. */
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

const kinds: Readonly<Record<string, PermissionRequest["kind"]>> = {
  bash: "execute",
  edit: "edit",
  read: "read",
  glob: "search",
  grep: "search",
  list: "search",
  webfetch: "fetch",
  websearch: "fetch",
  codesearch: "fetch",
};

const several = z.object({
  files: z
    .array(z.object({ filePath: z.string(), type: z.string().optional(), movePath: z.string().nullish() }))
    .min(1),
});

/** All of the files that it is about: what is left out here no rule would look at. */
function pathsIn({ cwd }: OpencodeState, { permission, patterns, metadata }: Asked): string[] {
  if (permission === "edit") {
    const named = several
      .safeParse(metadata)
      .data?.files.flatMap(({ filePath, movePath }) => [filePath, ...(movePath ? [movePath] : [])]);
    const one = typeof metadata.filepath === "string" ? [metadata.filepath] : [];
    return (named ?? one).map((path) => namedPath(cwd, path));
  }
  return permission === "read" || permission === "list" ? patterns.map((path) => resolve(cwd, path)) : [];
}

const changes: Readonly<Record<string, PermissionRequest["kind"]>> = {
  add: "edit",
  update: "edit",
  delete: "delete",
  move: "move",
};

/** What a patch does at its worst: a file that goes away, one that gets another name, or only lines that change. Other if nobody knows. */
function changeIn(metadata: Asked["metadata"]): PermissionRequest["kind"] {
  const files = several.safeParse(metadata).data?.files ?? [];
  const found = files.map(({ type = "update", movePath }) => (movePath ? "move" : (changes[type] ?? "other")));
  return (["other", "delete", "move"] as const).find((kind) => found.includes(kind)) ?? "edit";
}

function requestOf(state: OpencodeState, asked: Asked): PermissionRequest {
  const { permission, metadata } = asked;
  const kind = permission === "edit" ? changeIn(metadata) : (kinds[permission] ?? "other");
  const command = kind === "execute" && typeof metadata.command === "string" ? metadata.command : null;
  const request = { kind, tool: permission, command, paths: pathsIn(state, asked) };
  if (command === null) return kind === "other" && permission === "edit" ? { ...request, hasMore: true } : request;
  const cwd = directoryOf(state, asked);
  const isMore = otherFields(metadata, [...commandFields, "description", "timeout"]).length > 0;
  return { ...request, ...(cwd === null ? {} : { cwd }), ...(isMore ? { hasMore: true } : {}) };
}

/** What the question says of a command, and where it would run. */
const commandFields = ["command", "workdir"];

/** The directory of a command, when it is another one: said in the question, or with the call. */
function directoryOf(state: OpencodeState, { metadata, tool }: Asked): string | null {
  const said = metadata.workdir ?? (tool ? callIn(state, tool.callID)?.cwd : undefined);
  return typeof said === "string" ? otherDirectory(state.cwd, said) : null;
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
  doom_loop: "Do the same once more:",
};

function titleOf(state: OpencodeState, asked: Asked): string {
  const { permission, patterns, metadata } = asked;
  const [path] = pathsIn(state, asked);
  const command = typeof metadata.command === "string" && permission === "bash" ? metadata.command : null;
  const subject = command ?? (path === undefined ? (patterns[0] ?? "") : inside(state.cwd, path));
  const verb = verbs[permission] ?? permission.slice(0, 80);
  return subject === "" ? verb : `${verb} \`${shortened(subject)}\``;
}

/** All of what a yes would allow: the command itself, what changes in a file; else what OpenCode says of it. */
function detailOf(state: OpencodeState, asked: Asked): string {
  const { permission, patterns, metadata } = asked;
  if (permission === "bash" && typeof metadata.command === "string") {
    const cwd = directoryOf(state, asked);
    const command = cwd === null ? metadata.command : `${metadata.command}\n\n(in ${cwd})`;
    return withFields(command, otherFields(metadata, commandFields));
  }
  if (permission === "edit" && typeof metadata.diff === "string" && metadata.diff !== "") {
    const { diff, filepath } = metadata;
    const isNamed = typeof filepath === "string" && diff.includes(filepath);
    return withFields(diff, otherFields(metadata, ["diff", ...(isNamed ? ["filepath"] : [])]));
  }
  const more = Object.keys(metadata).length > 0 ? [JSON.stringify(metadata, null, 2)] : [];
  return [...patterns, ...more].join("\n") || permission;
}

function optionsOf({ permission, always }: Asked): PermissionOption[] {
  const isAll = always.includes("*");
  const what = isAll ? `all of this kind (${permission})` : always.map((one) => `\`${one}\``).join(", ");
  return [
    { id: "once", label: "Allow once", kind: "allow_once" },
    ...(always.length === 0
      ? []
      : [{ id: "always", label: `Allow ${what} for this session`, kind: "allow_always" as const }]),
    { id: "reject", label: "Deny", kind: "reject_once" },
  ];
}

export function answer(state: OpencodeState, given: DeliveredAnswer): OpencodeReaction {
  const question = state.questions.find(({ id }) => idIn(state, id) === given.permission);
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

/** Without a word from the person, a no would be the end of the turn (1.18.33). */
function replyOf({ option, message }: DeliveredAnswer): { reply: string; message?: string } {
  if (option === "once" || option === "always") return { reply: option };
  return { reply: "reject", message: message ?? "The user said no." };
}

/** OpenCode no longer waits for this answer: another one has settled it, or the turn was interrupted. */
export function takeBack(state: OpencodeState, request: string): OpencodeReaction {
  const question = state.questions.find(({ id }) => id === request);
  if (!question) return stay(state);
  const reason = "the agent withdrew the question";
  const fact: Fact = { type: "permission", data: { id: idIn(state, request), state: "stale", reason } };
  return stay({ ...state, questions: state.questions.filter((one) => one !== question) }, [fact]);
}
