// Items of a turn as tool calls: started by their start or by a question about them, ended once.
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Fact } from "../../driver.ts";
import { callPrint } from "../../kit/questions/changed-call.ts";
import { newestThatFit } from "../../kit/questions/remembered.ts";
import { idIn } from "../../kit/run-id.ts";
import { inside, shortened } from "../../kit/tool-calls/tool-title.ts";
import {
  type Change,
  changesInput,
  changesRequest,
  changesText,
  changesTitle,
  writeFacts,
  writesIn,
} from "../change.ts";
import { scriptIn } from "../command.ts";
import type { Item, ItemOf } from "./protocol.ts";
import { sayRest, sayThoughts } from "./speech.ts";
import { type AppServerState, MAX_CALLS, type OpenCall, type Step } from "./state.ts";

type ToolItem = Exclude<Item, { type: "agentMessage" | "plan" | "reasoning" | "contextCompaction" }>;

export function handleItem(state: AppServerState, item: Item, isDone: boolean): Step {
  switch (item.type) {
    case "agentMessage":
    case "plan":
      return sayRest(state, { kind: "agent_message", id: item.id, text: item.text });
    case "reasoning":
      return sayThoughts(state, item);
    case "contextCompaction": {
      const text = "The conversation was compacted to free up context.";
      return { state, facts: isDone ? [{ type: "notice", data: { kind: "compaction", text } }] : [] };
    }
    default:
      return isDone ? endCall(state, item) : beginCall(state, item);
  }
}

function beginCall(state: AppServerState, item: ToolItem): Step {
  const known = state.calls.find(({ id }) => id === item.id);
  const { title, kind, input } = describe(state, item);
  // The input in the log may be shortened.
  const said = callPrint(item.type === "fileChange" ? changesIn(item) : input);
  if (known) {
    const calls = state.calls.map((one) => (one === known ? { ...one, said } : one));
    return {
      state: withOtherChanges({ ...state, calls }, item.id, aboutFiles(state, item).changes ?? null),
      facts: [],
    };
  }
  const call: OpenCall = {
    id: item.id,
    command: item.type === "commandExecution" ? shortened(scriptIn(item.command)) : null,
    said,
    shown: 0,
    tail: "",
    reads: [],
    writes: [],
    changes: null,
    ...aboutFiles(state, item),
  };
  const data = { toolCallId: idIn(state, item.id), title, kind, status: "running" as const, input };
  return {
    state: { ...state, calls: withinBounds([...state.calls, call].slice(-MAX_CALLS)) },
    facts: [{ type: "tool_call", data }],
  };
}

/** If two changes have the same id, it is unknown which one would be made. */
function withOtherChanges(state: AppServerState, id: string, other: OpenCall["changes"]): AppServerState {
  const changes = state.calls.find((one) => one.id === id)?.changes ?? null;
  if (changes === null || other === null || isDeepStrictEqual(changes, other)) return state;
  const paths = [...new Set([...changes.request.paths, ...other.request.paths])];
  const texts = [...new Set([changes.text, other.text])];
  const both = { ...changes, text: texts.join("\n\n"), isCut: true, request: { ...changes.request, paths } };
  return { ...state, calls: withinBounds(state.calls.map((one) => (one.id === id ? { ...one, changes: both } : one))) };
}

/** The calls, with as much of their changes as the limit allows. */
function withinBounds(calls: readonly OpenCall[]): OpenCall[] {
  const kept = newestThatFit(calls, ({ changes }) => changes?.text.length ?? 0);
  return calls.map((one) => {
    if (!one.changes || kept.has(one)) return one;
    return { ...one, changes: { ...one.changes, text: one.changes.request.paths.join("\n"), isCut: true } };
  });
}

function aboutFiles({ cwd }: AppServerState, item: ToolItem): Partial<OpenCall> {
  if (item.type === "imageView") return { reads: [item.path] };
  if (item.type === "commandExecution") return { reads: readsOf(item) ?? [] };
  if (item.type !== "fileChange") return {};
  const changes = changesIn(item);
  const { kind, paths } = changesRequest(changes, cwd);
  return {
    writes: writesIn(changes),
    changes: {
      title: changesTitle(changes, cwd),
      text: changesText(changes),
      isCut: false,
      request: { kind: kind === "delete" || kind === "move" ? kind : "edit", paths },
    },
  };
}

const changesIn = ({ changes }: ItemOf<"fileChange">): Change[] =>
  changes.map(({ path, kind, diff }) => ({ path, kind: kind.type, movePath: kind.move_path ?? null, diff }));

/** The files that a command reads, if it does nothing else. */
function readsOf({ commandActions, cwd }: ItemOf<"commandExecution">): string[] | null {
  const paths = commandActions.flatMap(({ type, path }) => (type === "read" && path ? [resolve(cwd, path)] : []));
  return paths.length > 0 && paths.length === commandActions.length ? paths : null;
}

interface Description {
  title: string;
  kind: string;
  input: unknown;
}

function describe({ cwd }: AppServerState, item: ToolItem): Description {
  switch (item.type) {
    case "commandExecution": {
      const command = scriptIn(item.command);
      const [read] = readsOf(item) ?? [];
      const isSearch =
        item.commandActions.length > 0 &&
        item.commandActions.every(({ type }) => type === "search" || type === "listFiles");
      return {
        title: read === undefined ? `Run \`${shortened(command)}\`` : `Read \`${inside(cwd, read)}\``,
        kind: read !== undefined ? "read" : isSearch ? "search" : "execute",
        input: { command, cwd: item.cwd },
      };
    }
    case "fileChange": {
      const changes = changesIn(item);
      return { title: changesTitle(changes, cwd), kind: "edit", input: changesInput(changes) };
    }
    case "mcpToolCall":
      return { title: shortened(`${item.server}: ${item.tool}`), kind: "other", input: item.arguments };
    case "collabAgentToolCall":
      return {
        title: `Delegate (${item.tool})`,
        kind: "think",
        input: { tool: item.tool, prompt: item.prompt ?? null },
      };
    case "webSearch":
      return { title: `Search the web for \`${shortened(item.query)}\``, kind: "fetch", input: { query: item.query } };
    case "imageView":
      return { title: `Look at \`${inside(cwd, item.path)}\``, kind: "read", input: { path: item.path } };
    default:
      return item satisfies never;
  }
}

/** A chunk of a running command's output. */
export function handleOutput(state: AppServerState, { id, text }: { id: string; text: string }): Step {
  const call = state.calls.find((one) => one.id === id);
  if (!call || text === "") return { state, facts: [] };
  const grown = { ...call, shown: call.shown + text.length, tail: (call.tail + text).slice(-TAIL) };
  return {
    state: { ...state, calls: state.calls.map((one) => (one === call ? grown : one)) },
    facts: [{ type: "tool_call_update", data: { toolCallId: idIn(state, id), output: text } }],
  };
}

const TAIL = 100;

function endCall(state: AppServerState, item: ToolItem): Step {
  const begun = beginCall(state, item);
  const call = begun.state.calls.find(({ id }) => id === item.id) as OpenCall;
  // Its changes may be known only now.
  const { reads, writes } = { ...call, ...aboutFiles(state, item) };
  const toolCallId = idIn(state, item.id);
  const status = statusOf(item);
  const output = outputOf(item, call);
  const durationMs = "durationMs" in item ? item.durationMs : null;
  const touched: Fact[] =
    status === "completed"
      ? [
          ...reads.map((path): Fact => ({ type: "file_read", data: { path, toolCallId } })),
          ...writeFacts(writes, toolCallId),
        ]
      : [];
  return {
    state: { ...begun.state, calls: begun.state.calls.filter((one) => one !== call) },
    facts: [
      ...begun.facts,
      ...(output === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId, output } }]),
      ...touched,
      {
        type: "tool_call_update",
        data: { toolCallId, status, ...(typeof durationMs === "number" ? { durationMs } : {}) },
      },
    ],
  };
}

function statusOf(item: ToolItem): "completed" | "failed" | "cancelled" {
  const status = "status" in item ? item.status : "completed";
  if (status === "declined") return "cancelled";
  return status === "failed" ? "failed" : "completed";
}

function outputOf(item: ToolItem, call: OpenCall): string {
  if (item.type === "commandExecution") {
    const { exitCode, aggregatedOutput } = item;
    const ending = exitCode && exitCode > 0 ? `[exit code ${exitCode}]\n` : "";
    return restOf(aggregatedOutput ?? "", call) + ending;
  }
  if (item.type !== "mcpToolCall") return "";
  return item.error?.message ?? item.result?.content.map(textOf).join("\n") ?? "";
}

const textOf = (block: unknown): string => {
  const { text, type } = (block ?? {}) as { text?: unknown; type?: unknown };
  return typeof text === "string" ? text : `[${String(type ?? "something")}]`;
};

/** Output from before Codex reported the command is in no delta (0.166.0): it is added after them, and marked. */
export function restOf(whole: string, { shown, tail }: OpenCall): string {
  if (whole.slice(0, shown).endsWith(tail)) return whole.slice(shown);
  if (!whole.endsWith(tail)) return "";
  const beginning = whole.slice(0, Math.max(0, whole.length - shown));
  return beginning === "" ? "" : `[earlier output:]\n${beginning}`;
}
