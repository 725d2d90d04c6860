// Blocks of tool calls, and the files that they touched.
import type { KnownEvent } from "../event.ts";
import { type Block, type BlockOf, positionOf, type ToolStatus } from "./block.ts";
import { cutsOf, joinCuts } from "./cuts.ts";

type ToolEvent = Extract<KnownEvent, { type: "tool_call" | "tool_call_update" }>;

export function addToolCall(blocks: Block[], event: ToolEvent): void {
  const { toolCallId } = event.data;
  const { index, block } = toolAt(blocks, toolCallId) ?? { index: blocks.length, block: newTool(event, toolCallId) };
  const data: {
    title?: string | undefined;
    kind?: string;
    status?: ToolStatus | undefined;
    input?: unknown;
    output?: string | undefined;
    durationMs?: number | undefined;
    taskId?: string | undefined;
  } = event.data;
  blocks[index] = {
    ...block,
    ...(data.taskId === undefined ? {} : { taskId: data.taskId }),
    title: data.title ?? block.title,
    toolKind: data.kind ?? block.toolKind,
    status: data.status ?? block.status,
    input: data.input ?? block.input,
    output: block.output + (data.output === undefined ? "" : lineBreakAfter(block) + data.output),
    durationMs: data.durationMs ?? block.durationMs,
    ...joinCuts(block, cutsOf(event)),
  };
}

type FileEvent = Extract<KnownEvent, { type: "file_read" | "file_write" }>;

export function addFile(blocks: Block[], event: FileEvent): void {
  const { path, toolCallId } = event.data;
  const found = toolCallId === undefined ? null : toolAt(blocks, toolCallId);
  const access = event.type === "file_read" ? "read" : "write";
  if (found) blocks[found.index] = { ...found.block, files: [...found.block.files, { path, access }] };
  else blocks.push({ ...positionOf(event), kind: "notice", code: event.type, text: `${access} ${path}` });
}

function toolAt(blocks: readonly Block[], toolCallId: string): { index: number; block: BlockOf<"tool"> } | null {
  const index = blocks.findLastIndex((block) => block.kind === "tool" && block.toolCallId === toolCallId);
  const block = blocks[index];
  return block?.kind === "tool" ? { index, block } : null;
}

/** Output after a call's end, as of a background task, begins on a new line. */
const lineBreakAfter = ({ status, output }: BlockOf<"tool">): string =>
  isFinal(status) && output !== "" && !output.endsWith("\n") ? "\n" : "";

/** Whether the call has ended. */
const isFinal = (status: ToolStatus): boolean => status !== "pending" && status !== "running";

/** Also for an update whose call is before the window. */
const newTool = (event: ToolEvent, toolCallId: string): BlockOf<"tool"> => ({
  ...positionOf(event),
  kind: "tool",
  toolCallId,
  title: toolCallId,
  toolKind: "other",
  status: "running",
  input: null,
  output: "",
  durationMs: null,
  files: [],
});
