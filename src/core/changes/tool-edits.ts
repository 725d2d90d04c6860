// What tool calls show of changes to files, where nothing better is known: what each edit replaced, in the order of the edits. What commands
// change is not among it.
import { type Event, type EventType, eventData } from "../event.ts";
import type { FileChange, Hunk } from "./file-change.ts";
import { type FileDiff, fileDiffs } from "./file-diff.ts";
import type { DiffLine } from "./line-diff.ts";

interface Call {
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
  /** By id, in the order in which they began. */
  readonly calls: ReadonlyMap<string, Call>;
}

export const editTypes = {
  whole: ["turn_start", "turn_end", "tool_call", "tool_call_update", "file_write"],
  bare: [],
} as const satisfies Record<string, readonly EventType[]>;

export const noEdits: ToolEdits = { turn: null, calls: new Map() };

const begun: Call = { turn: null, kind: "", input: undefined, output: "", isVoid: false, wrote: [] };

/** Adds events of the types above, in order. */
export function extendEdits(edits: ToolEdits, events: readonly Pick<Event, "type" | "data">[]): ToolEdits {
  let { turn } = edits;
  const calls = new Map(edits.calls);
  const change = (id: string, changed: Partial<Call>): void => {
    calls.set(id, { ...(calls.get(id) ?? { ...begun, turn }), ...changed });
  };
  for (const { type, data } of events) {
    if (type === "turn_start") turn = eventData.turn_start.safeParse(data).data?.turn ?? turn;
    else if (type === "turn_end") turn = null;
    else if (type === "tool_call") {
      const call = eventData.tool_call.safeParse(data).data;
      if (!call) continue;
      const input = call.input === undefined ? {} : { input: call.input };
      change(call.toolCallId, { kind: call.kind, ...input, isVoid: isVoid(call.status) });
    } else if (type === "tool_call_update") {
      const update = eventData.tool_call_update.safeParse(data).data;
      const call = update && calls.get(update.toolCallId);
      if (!update || !call) continue;
      const output = call.kind === "edit" ? call.output + (update.output ?? "") : "";
      change(update.toolCallId, { output, isVoid: update.status ? isVoid(update.status) : call.isVoid });
    } else if (type === "file_write") {
      const write = eventData.file_write.safeParse(data).data;
      if (!write) continue;
      const id = write.toolCallId ?? `write ${calls.size}`;
      change(id, { wrote: [...(calls.get(id)?.wrote ?? []), write.path] });
    }
  }
  return { turn, calls };
}

const isVoid = (status: string): boolean => status === "failed" || status === "cancelled";

/** By path. `directory`: paths in it are given relative to it. */
export function filesOfEdits(
  { calls }: ToolEdits,
  { directory, turn = null }: { directory: string; turn?: string | null },
): FileChange[] {
  const files = new Map<string, FileChange>();
  for (const call of calls.values()) {
    if (call.isVoid || (turn !== null && call.turn !== turn)) continue;
    const isEdit = call.kind === "edit" || call.kind === "delete" || call.kind === "move" || call.wrote.length > 0;
    if (!isEdit) continue;
    const diffs = fileDiffs({ toolKind: "edit", input: call.input, output: call.output });
    for (const diff of diffs) {
      const path = diff.path ?? (call.wrote.length === 1 ? call.wrote[0] : undefined);
      if (path !== undefined) add(files, inside(directory, path), diff, call.turn);
    }
    // Its content is not known, but that it was written is.
    const shown = new Set(diffs.map(({ path }) => path));
    for (const path of call.wrote)
      if (!shown.has(path) && diffs.every((diff) => diff.path !== null))
        add(files, inside(directory, path), { path, lines: [], added: 0, removed: 0 }, call.turn);
  }
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

const inside = (directory: string, path: string): string =>
  path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;

function add(files: Map<string, FileChange>, path: string, diff: FileDiff, turn: string | null): void {
  const known = files.get(path);
  const turns = known?.turns ?? [];
  files.set(path, {
    path,
    // Whether a file existed before is not known: one that was written as a whole may be new.
    status: "modified",
    kind: "text",
    added: (known?.added ?? 0) + diff.added,
    removed: (known?.removed ?? 0) + diff.removed,
    hunks: [...(known?.hunks ?? []), ...hunksOf(diff.lines)],
    turns: turn === null || turns.includes(turn) ? turns : [...turns, turn],
  });
}

const signs = { same: " ", added: "+", removed: "-" } as const;

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: (Hunk & { lines: string[] })[] = [];
  const open = (gap?: DiffLine): Hunk & { lines: string[] } => {
    const { next, text = "" } = gap ?? {};
    const hunk = { oldStart: next?.old ?? null, newStart: next?.now ?? null, heading: text, lines: [] };
    hunks.push(hunk);
    return hunk;
  };
  let hunk: (Hunk & { lines: string[] }) | null = null;
  for (const line of lines) {
    if (line.kind === "gap") hunk = open(line);
    else {
      hunk ??= open();
      hunk.lines.push(signs[line.kind] + line.text);
    }
  }
  return hunks.filter((one) => one.lines.length > 0);
}
