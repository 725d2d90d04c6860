// Tool calls: reported when they run or when a person is asked about them, whichever comes first, and ended by their result.
import { resolve } from "node:path";
import type { Fact } from "../driver.ts";
import { idIn } from "../kit/run-id.ts";
import { fileFact, type TouchedFile } from "../kit/tool-calls/file-fact.ts";
import { restOf } from "../kit/tool-calls/repeated-output.ts";
import { boundedInput, type ToolInput } from "../kit/tool-calls/tool-title.ts";
import type { PartOf } from "./protocol.ts";
import { MAX_TOOLS, type OpencodeReaction, type OpencodeState, type OpenToolCall, stay } from "./state.ts";
import { filesOf, isPlan, kindOf, titleOf } from "./tool.ts";

type ToolPart = PartOf<"tool">;

interface Call {
  id: string;
  name: string;
  input: ToolInput;
  status: "pending" | "running";
}

export const callIn = (state: OpencodeState, id: string): OpenToolCall | undefined =>
  state.tools.find((one) => one.id === id);

/** The facts that report a call; none if it was reported already. */
export function callTool(state: OpencodeState, { id, name, input, status }: Call): OpencodeReaction {
  if (callIn(state, id)) return stay(state);
  const call: OpenToolCall = { id, name, isAsked: false, shown: { length: 0, tail: "" } };
  const next = { ...state, tools: [...state.tools, call].slice(-MAX_TOOLS) };
  const title = titleOf({ name, input, cwd: state.cwd });
  const data = { toolCallId: idIn(state, id), title, kind: kindOf(name), status, input: boundedInput(input) };
  return stay(next, [{ type: "tool_call", data }]);
}

export function handleTool(state: OpencodeState, part: ToolPart): OpencodeReaction {
  const { callID: id, tool: name, state: said } = part;
  // Its input is not known yet.
  if (!state.messages.includes(part.messageID) || said.status === "pending" || isPlan(name)) return stay(state);
  const called = callTool(state, { id, name, input: said.input, status: "running" });
  const call = callIn(called.state, id);
  if (!call) return called;
  const took = said.status === "running" ? goOn(called.state, call, part) : end(called.state, call, part);
  return stay(took.state, [...called.facts, ...took.facts]);
}

/** A command's output is reported while it runs. */
function goOn(state: OpencodeState, call: OpenToolCall, { state: said }: ToolPart): OpencodeReaction {
  const { output } = said.metadata;
  if (typeof output !== "string") return stay(state);
  const rest = restOf(call.shown, output);
  if (rest === null || rest === "") return stay(state);
  const shown = { length: output.length, tail: output.slice(-TAIL) };
  const tools = state.tools.map((one) => (one.id === call.id ? { ...one, shown } : one));
  return stay({ ...state, tools }, [
    { type: "tool_call_update", data: { toolCallId: idIn(state, call.id), output: rest } },
  ]);
}

const TAIL = 64;

function end(state: OpencodeState, call: OpenToolCall, { state: said }: ToolPart): OpencodeReaction {
  const isFailed = said.status === "error";
  const toolCallId = idIn(state, call.id);
  const output = isFailed ? (said.error ?? "") : plainOutput(call.name, said.output ?? "");
  const rest = restOf(call.shown, output) ?? `\n${output}`;
  const isStopped = state.isInterrupting || said.metadata.interrupted === true;
  const status = isStopped ? "cancelled" : isFailed || hasFailed(call, said.metadata) ? "failed" : "completed";
  const { start, end: ended } = said.time ?? {};
  const isTimed = !call.isAsked && start !== undefined && ended !== undefined && ended >= start;
  const files = isFailed || isStopped ? [] : filesOf(call.name, said).map((file) => touchedFact(state, call, file));
  return stay({ ...state, tools: state.tools.filter((one) => one !== call) }, [
    ...(rest === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId, output: rest } }]),
    ...files,
    { type: "tool_call_update", data: { toolCallId, status, ...(isTimed ? { durationMs: ended - start } : {}) } },
  ]);
}

/** A command that failed. */
const hasFailed = ({ name }: OpenToolCall, { exit }: ToolInput): boolean =>
  name === "bash" && typeof exit === "number" && exit !== 0;

const report = /^<task [^>]*>\s*<task_result>\n?([\s\S]*?)\n?<\/task_result>\s*<\/task>\s*$/;

/** Without the text that is only for the model. */
function plainOutput(name: string, output: string): string {
  if (name === "bash") return output === "(no output)" ? "" : output;
  return name === "task" ? (report.exec(output)?.[1] ?? output) : output;
}

const touchedFact = (state: OpencodeState, { id, name }: OpenToolCall, { path, bytes }: TouchedFile): Fact =>
  fileFact(kindOf(name), { path: resolve(state.cwd, path), bytes }, idIn(state, id));
