// Tool calls: extracts what is new from updates that repeat everything.
import { AGENT_TITLE_LENGTH } from "../../../core/index.ts";
import type { Fact } from "../../driver.ts";
import { callPrint } from "../questions/changed-call.ts";
import { newestThatFit } from "../questions/remembered.ts";
import { idIn } from "../run-id.ts";
import { isFilled } from "../tool-calls/input-fields.ts";
import { restOf } from "../tool-calls/repeated-output.ts";
import { commandIn } from "../tool-calls/said-command.ts";
import { shortened } from "../tool-calls/tool-title.ts";
import { contentText, rawText } from "./content.ts";
import { inputIn } from "./detail.ts";
import type { ToolCall } from "./protocol.ts";
import { type AcpState, type Call, MAX_PATHS, type Scene, withSound } from "./state.ts";

/** Further calls of a turn are not remembered, to limit the state's size. */
const MAX_CALLS = 200;
const TAIL = 40;

const isOver = ({ status }: Call): boolean => status !== "pending" && status !== "running";

/** The source of information about a call: the call, an update (some agents start with one), or a question about it. */
export type Speech = "call" | "update" | "question";

/** A fingerprint of the call's current content, also after its end, because an agent may continue it. */
export const editionOf = (call: Call | undefined): string => (call ? `e${call.edition}` : "");

/** Whether the call's content has changed. The title counts only if nothing else says what the call would do. */
function isOther(before: Call, { kind, title, rawInput, content, locations }: ToolCall): boolean {
  const { prints } = before;
  const diffs = diffsIn(content);
  const named = [...(locations ?? []), ...diffs].map(({ path }) => path);
  const known = [...before.reads, ...before.writes, ...before.places];
  return (
    (isFilled(rawInput) && callPrint(rawInput) !== prints.input && !isAsShown(before, rawInput)) ||
    (diffs.length > 0 && callPrint(diffs) !== prints.diffs) ||
    (kind !== undefined && kind !== null && kind !== before.kind) ||
    named.some((path) => !known.includes(path)) ||
    (prints.input === "" && prints.diffs === "" && !!title && clip(title) !== before.title)
  );
}

/** Whether an input adds nothing to what the call and the question about it have said: an agent may ask before it has sent the whole call. */
function isAsShown({ proposal, asked }: Call, rawInput: unknown): boolean {
  const before = printsIn(proposal?.rawInput);
  const now = printsIn(rawInput);
  if (before === null || now === null) return false;
  return (
    Object.entries(before).every(([field, print]) => now[field] === print) &&
    Object.entries(now).every(([field, print]) => (before[field] ?? asked[field]) === print)
  );
}

/** Further fields are not distinguished. */
const MAX_FIELDS = 50;

/** Null if it has no fields. */
function printsIn(input: unknown): Record<string, string> | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const fields = Object.entries(input);
  if (fields.length > MAX_FIELDS) return null;
  return Object.fromEntries(fields.map(([field, value]) => [field, callPrint(value)]));
}

/** The new facts, and the state that includes them. */
export function handleToolCall(
  { agent, state }: Scene,
  { said, speech, unread = [] }: { said: ToolCall; speech: Speech; unread?: readonly unknown[] },
): { state: AcpState; facts: Fact[] } {
  const known = state.calls.find(({ id }) => id === said.toolCallId);
  const before = known ?? newCall(said);
  // A question repeats the call in other terms.
  const isNewInput = inputSize(said) > 0 && (speech === "question" ? before.input === 0 : true);
  const call: Call = {
    ...before,
    title: speech === "question" ? before.title : clip(said.title || before.title),
    kind: said.kind ?? before.kind,
    input: isNewInput ? inputSize(said) : before.input,
    status: isOver(before) ? before.status : nextStatus(before, { said, speech }),
    ...pathsOf(before, said),
    isUnread: before.isUnread || (speech !== "question" && unread.length > 0),
    asked: speech === "question" ? { ...printsIn(said.rawInput) } : before.asked,
    // A question does not change the call; it describes it in other terms.
    edition: before.edition + (known && speech !== "question" && (unread.length > 0 || isOther(before, said)) ? 1 : 0),
    // A question is compared with what the call itself has said.
    ...(speech === "question" && before.proposal !== null ? {} : proposalOf(before, said)),
  };
  const toolCallId = idIn(state, call.id);
  const facts: Fact[] = [];
  let { status } = before;
  if (!known || call.input !== before.input) {
    const title = titleFor(call, (speech === "question" && known ? null : said.title) || call.title);
    const { kind, reads, writes } = call;
    const paths = [...reads, ...writes];
    const guess = agent.quirks?.inputOf?.({ kind, title, paths, content: "" });
    const input = isNewInput ? said.rawInput : (guess ?? undefined);
    status = isOver(call) ? "running" : call.status;
    facts.push({ type: "tool_call", data: { toolCallId, title, kind, status, ...(input !== undefined && { input }) } });
  } else if (call.title !== before.title && said.title) {
    facts.push({ type: "tool_call_update", data: { toolCallId, title: titleFor(call, said.title) } });
  }
  const { piece, shown } = newOutput(call, { said, speech });
  if (piece !== "") facts.push({ type: "tool_call_update", data: { toolCallId, output: piece } });
  if (call.status === "completed" && before.status !== "completed") facts.push(...filesOf(call, toolCallId));
  if (call.status !== status) facts.push({ type: "tool_call_update", data: { toolCallId, status: call.status } });
  const others = state.calls.filter(({ id }) => id !== call.id);
  const kept = isOver(call) ? { ...withoutProposal(call), reads: [], writes: [], places: [] } : call;
  const all = [...others, { ...kept, shown }];
  // A change of a call with an open question must be noticed, however many calls follow.
  const isAsked = ({ id }: Call): boolean => state.questions.some((question) => question.toolCallId === id);
  const spare = all.filter((one) => !isAsked(one));
  const fallen = all.length > MAX_CALLS ? (spare.find(isOver) ?? spare[0] ?? all[0]) : null;
  const calls = withinBounds(all.filter((one) => one !== fallen));
  const hasForgotten = state.hasForgotten || (fallen !== null && fallen !== undefined && !isOver(fallen));
  return { state: { ...withSound(state), calls, hasForgotten, message: null }, facts };
}

/** Some agents call a command by the model's description of it: people are shown what runs. */
function titleFor({ kind, proposal }: Call, title: string): string {
  const command = kind === "execute" ? commandIn(inputIn(proposal?.rawInput))?.line : undefined;
  const [first = ""] = command?.trim().split("\n") ?? [];
  return command === undefined || title.includes(first) ? title : `Run \`${shortened(command)}\``;
}

/** After a person's answer: not all agents report themselves that the call runs, or that it never will. */
export function settleToolCall(
  state: AcpState,
  { id, isAllowed }: { id: string; isAllowed: boolean },
): { state: AcpState; facts: Fact[] } {
  const call = state.calls.find((one) => one.id === id);
  if (!call || isOver(call)) return { state, facts: [] };
  const status = isAllowed ? "running" : "cancelled";
  const settled = { ...call, status, isRejected: !isAllowed } as const;
  const calls = state.calls.map((one) => (one === call ? settled : one));
  if (call.status === status) return { state: { ...state, calls }, facts: [] };
  return {
    state: { ...state, calls },
    facts: [{ type: "tool_call_update", data: { toolCallId: idIn(state, id), status } }],
  };
}

/** Some agents use a whole command as the title: only a fingerprint is kept. */
const clip = (title: string): string => title.slice(0, AGENT_TITLE_LENGTH);

const newCall = ({ toolCallId, title, kind }: ToolCall): Call => ({
  id: toolCallId,
  title: clip(title || kind || "tool"),
  kind: kind ?? "other",
  status: "pending",
  input: 0,
  isRejected: false,
  proposal: null,
  isCut: false,
  isDiffCut: false,
  prints: { input: "", diffs: "" },
  asked: {},
  edition: 1,
  reads: [],
  writes: [],
  places: [],
  isUnread: false,
  shown: { length: 0, tail: "" },
});

function nextStatus(
  { status, isRejected }: Call,
  { said, speech }: { said: ToolCall; speech: Speech },
): Call["status"] {
  switch (said.status) {
    case "in_progress":
      return "running";
    case "completed":
      return "completed";
    case "failed":
      return isRejected ? "cancelled" : "failed";
    case "pending":
      return status;
    default:
      // An update without a status means that the call is running.
      return speech === "update" && hasOnlyOutput(said) ? "running" : status;
  }
}

/**
 * Content is a call's output, except before it runs: then it is a proposal or an explanation. One agent streams output without ever reporting
 * that the call runs, another one explains; only an explanation also says what the call is.
 */
function hasOnlyOutput({ content, rawInput, title, locations, _meta }: ToolCall): boolean {
  if (_meta?.terminal_output_delta || _meta?.terminal_output) return true;
  return content !== undefined && rawInput === undefined && !title && locations === undefined;
}

function newOutput(
  { status, shown }: Call,
  { said, speech }: { said: ToolCall; speech: Speech },
): { piece: string; shown: Call["shown"] } {
  const streamed = said._meta?.terminal_output_delta?.data ?? said._meta?.terminal_output?.data;
  if (streamed !== undefined) return { piece: streamed, shown };
  if (status === "pending" || speech === "question" || (speech === "call" && status === "running"))
    return { piece: "", shown };
  const text = contentText(said.content ?? []) || (said.status ? rawText(said.rawOutput) : "");
  if (text === "") return { piece: "", shown };
  const piece = restOf(shown, text) ?? `\n${text}`;
  return piece === "" ? { piece: "", shown } : { piece, shown: { length: text.length, tail: text.slice(-TAIL) } };
}

/** Files are reported when the call has ended. Of a call's locations only those of reading and changing are files. */
function pathsOf(before: Call, { kind, locations, content }: ToolCall): Pick<Call, "reads" | "writes" | "places"> {
  const what = kind ?? before.kind;
  const named = locations?.map(({ path }) => path) ?? [];
  const changed = content?.flatMap((one) => (one.type === "diff" ? [one.path] : [])) ?? [];
  const isChange = what === "edit" || what === "delete" || what === "move";
  return {
    reads: what === "read" ? unique([...before.reads, ...named]) : before.reads,
    writes: unique([...before.writes, ...changed, ...(isChange ? named : [])]),
    places: what === "read" || isChange ? before.places : unique([...before.places, ...named]),
  };
}

const diffsIn = (content: ToolCall["content"]) => content?.filter((one) => one.type === "diff") ?? [];

/** A question may omit what was said before. Content other than diffs may be output. */
function proposalOf(before: Call, { rawInput, content }: ToolCall): Partial<Call> {
  const diffs = diffsIn(content);
  const [hasInput, hasDiffs] = [isFilled(rawInput), diffs.length > 0];
  if (!hasInput && !hasDiffs) return {};
  const known = before.proposal ?? { rawInput: null, content: [] };
  return {
    proposal: { rawInput: hasInput ? rawInput : known.rawInput, content: hasDiffs ? diffs : known.content },
    prints: {
      input: hasInput ? callPrint(rawInput) : before.prints.input,
      diffs: hasDiffs ? callPrint(diffs) : before.prints.diffs,
    },
    isCut: before.isCut && !hasInput,
    isDiffCut: before.isDiffCut && !hasDiffs,
  };
}

/** The calls, with as much of their content as the limit allows. */
function withinBounds(calls: readonly Call[]): Call[] {
  const kept = newestThatFit(calls, ({ proposal }) => (proposal === null ? 0 : JSON.stringify(proposal).length));
  return calls.map((one) => (kept.has(one) ? one : withoutProposal(one)));
}

const withoutProposal = (call: Call): Call => ({
  ...call,
  proposal: null,
  isCut: call.isCut || isFilled(call.proposal?.rawInput),
  isDiffCut: call.isDiffCut || isFilled(call.proposal?.content),
});

const unique = (paths: readonly string[]): string[] => [...new Set(paths)].slice(0, MAX_PATHS);

const filesOf = ({ reads, writes }: Call, toolCallId: string): Fact[] => [
  ...reads.map((path): Fact => ({ type: "file_read", data: { path, toolCallId } })),
  ...writes.map((path): Fact => ({ type: "file_write", data: { path, toolCallId } })),
];

function inputSize({ rawInput }: ToolCall): number {
  if (rawInput === undefined || rawInput === null) return 0;
  if (typeof rawInput === "object" && Object.keys(rawInput).length === 0) return 0;
  return JSON.stringify(rawInput).length;
}
