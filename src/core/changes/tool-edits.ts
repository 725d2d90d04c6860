// What tool calls show of changes to files, where nothing better is known: what each edit replaced, in the order in which the edits ended. What commands
// change is not among it. Only calls that have not ended are kept: a session may have any number of them.
import { type Event, type EventType, eventData } from "../event.ts";
import { type FileDiff, fileDiffs } from "./file-diff.ts";

export interface EditCall {
  readonly turn: string | null;
  readonly kind: string;
  readonly input: unknown;
  readonly output: string;
  /** It was refused or failed, so it changed nothing. */
  readonly isVoid: boolean;
  /** Files that the agent says it wrote. */
  readonly wrote: readonly string[];
}

export interface ToolEdits {
  readonly turn: string | null;
  /** Those that have not ended, by id. */
  readonly open: ReadonlyMap<string, EditCall>;
}

export const editTypes = {
  whole: ["turn_start", "turn_end", "tool_call", "tool_call_update", "file_write"],
  bare: [],
} as const satisfies Record<string, readonly EventType[]>;

export const noEdits: ToolEdits = { turn: null, open: new Map() };

const begun: EditCall = { turn: null, kind: "", input: undefined, output: "", isVoid: false, wrote: [] };

/** Adds events of the types above, in order. `ended`: the calls that ended with them. */
export function extendEdits(
  edits: ToolEdits,
  events: readonly Pick<Event, "type" | "data">[],
): { edits: ToolEdits; ended: readonly EditCall[] } {
  let { turn } = edits;
  const open = new Map(edits.open);
  const ended: EditCall[] = [];
  const change = (id: string, changed: Partial<EditCall>): EditCall => {
    const call = { ...(open.get(id) ?? { ...begun, turn }), ...changed };
    open.set(id, call);
    return call;
  };
  const end = (id: string): void => {
    const call = open.get(id);
    if (call) ended.push(call);
    open.delete(id);
  };
  for (const { type, data } of events) {
    if (type === "turn_start") turn = eventData.turn_start.safeParse(data).data?.turn ?? turn;
    else if (type === "turn_end") {
      for (const id of open.keys()) end(id);
      turn = null;
    } else if (type === "tool_call") {
      const call = eventData.tool_call.safeParse(data).data;
      if (!call) continue;
      const input = call.input === undefined ? {} : { input: call.input };
      change(call.toolCallId, { kind: call.kind, ...input, isVoid: isVoid(call.status) });
      if (isEnd(call.status)) end(call.toolCallId);
    } else if (type === "tool_call_update") {
      const update = eventData.tool_call_update.safeParse(data).data;
      const call = update && open.get(update.toolCallId);
      if (!update || !call) continue;
      const output = call.kind === "edit" ? call.output + (update.output ?? "") : "";
      change(update.toolCallId, { output, isVoid: update.status ? isVoid(update.status) : call.isVoid });
      if (update.status && isEnd(update.status)) end(update.toolCallId);
    } else if (type === "file_write") {
      const write = eventData.file_write.safeParse(data).data;
      if (!write) continue;
      const id = write.toolCallId ?? null;
      const call = id === null ? undefined : open.get(id);
      if (id !== null && call) change(id, { wrote: [...call.wrote, write.path] });
      else ended.push({ ...begun, turn, wrote: [write.path] });
    }
  }
  return { edits: { turn, open }, ended };
}

/** The calls that have not ended: what they do is known all the same. */
export const openCalls = ({ open }: ToolEdits): readonly EditCall[] => [...open.values()];

const isVoid = (status: string): boolean => status === "failed" || status === "cancelled";
const isEnd = (status: string): boolean => status === "completed" || isVoid(status);

export interface FileEdit {
  readonly path: string;
  readonly turn: string | null;
  /** Null if only that it was written is known. */
  readonly diff: FileDiff | null;
}

/** The files that a call changed. `directory`: paths in it are given relative to it. */
export function editsOfCall(call: EditCall, directory: string): FileEdit[] {
  const isEdit = call.kind === "edit" || call.kind === "delete" || call.kind === "move" || call.wrote.length > 0;
  if (call.isVoid || !isEdit) return [];
  const { turn } = call;
  const diffs = fileDiffs({ toolKind: "edit", input: call.input, output: call.output });
  const edits = diffs.flatMap((diff): FileEdit[] => {
    const path = diff.path ?? (call.wrote.length === 1 ? call.wrote[0] : undefined);
    return path === undefined ? [] : [{ path: inside(directory, path), turn, diff }];
  });
  // Its content is not known, but that it was written is.
  const shown = new Set(diffs.map(({ path }) => path));
  const isNamed = diffs.every((diff) => diff.path !== null);
  const written = call.wrote.filter((path) => !shown.has(path) && isNamed);
  return [...edits, ...written.map((path) => ({ path: inside(directory, path), turn, diff: null }))];
}

const inside = (directory: string, path: string): string =>
  path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
