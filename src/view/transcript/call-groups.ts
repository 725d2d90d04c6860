// Consecutive tool calls as one line: "Read 5 files, ran 2 commands". What needs to be seen stays outside: calls that run or went wrong, changes to
// files, and the newest call.
import type { BlockOf } from "../../core/index.ts";
import { changedLines } from "./changed-lines.ts";
import type { TranscriptItem } from "./item.ts";
import { countText } from "./words.ts";

export interface CallGroup {
  readonly key: string;
  readonly items: readonly TranscriptItem[];
}

type Call = BlockOf<"tool">;

/** In order; groups stand where their first call was. */
export function withCallGroups(items: readonly TranscriptItem[]): (TranscriptItem | CallGroup)[] {
  const shown: (TranscriptItem | CallGroup)[] = [];
  let run: TranscriptItem[] = [];
  const close = (): void => {
    const lastCall = run.findLastIndex(({ block }) => block.kind === "tool");
    const members = run.slice(0, lastCall + 1);
    const calls = members.filter(({ block }) => block.kind === "tool");
    const [first] = members;
    if (first && calls.length > 1)
      shown.push({ key: `calls ${first.key}`, items: members }, ...run.slice(lastCall + 1));
    else shown.push(...run);
    run = [];
  };
  for (const item of items) {
    // A thought between two calls goes with them; one before them stays in sight.
    if (isQuietCall(item) || (run.length > 0 && item.block.kind === "thought" && !item.isLast)) run.push(item);
    else {
      close();
      shown.push(item);
    }
  }
  close();
  return shown;
}

export const isCallGroup = (shown: TranscriptItem | CallGroup): shown is CallGroup => "items" in shown;

/** It only looked at something or ran something, and it went well. */
function isQuietCall({ block, isLast, children }: TranscriptItem): boolean {
  if (block.kind !== "tool" || isLast || block.status !== "completed" || children.length > 0) return false;
  return !changing.has(block.toolKind) && !changesFiles(block);
}

const changing: ReadonlySet<string> = new Set(["edit", "delete", "move"]);

const changesFiles = (call: Call): boolean =>
  call.files.some(({ access }) => access === "write") || changedLines(call) !== null;

/** "Read 5 files, ran 2 commands", in the order in which the kinds came. */
export function callGroupText({ items }: Pick<CallGroup, "items">): string {
  const kinds = new Map<Kind, Call[]>();
  for (const { block } of items) {
    if (block.kind !== "tool") continue;
    const kind = kindOf(block);
    kinds.set(kind, [...(kinds.get(kind) ?? []), block]);
  }
  const text = [...kinds].map(([kind, calls]) => said[kind](calls)).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How long its calls took together; null if none of them says so. */
export function callGroupMs({ items }: Pick<CallGroup, "items">): number | null {
  const times = items.flatMap(({ block }) =>
    block.kind === "tool" && block.durationMs !== null ? [block.durationMs] : [],
  );
  return times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0);
}

type Kind = keyof typeof said;

const said = {
  read: (calls: readonly Call[]) => `read ${countText(filesOf(calls), "file")}`,
  search: ({ length }: readonly Call[]) => (length === 1 ? "searched once" : `searched ${length} times`),
  execute: ({ length }: readonly Call[]) => `ran ${countText(length, "command")}`,
  fetch: ({ length }: readonly Call[]) => (length === 1 ? "looked on the web" : `looked on the web ${length} times`),
  other: ({ length }: readonly Call[]) => `used ${countText(length, "tool")}`,
} as const;

const kindOf = ({ toolKind }: Call): Kind => (Object.hasOwn(said, toolKind) ? (toolKind as Kind) : "other");

/** A file that is read twice counts once. */
function filesOf(calls: readonly Call[]): number {
  const paths = new Set(calls.flatMap(({ files }) => files.map(({ path }) => path)));
  return paths.size + calls.filter(({ files }) => files.length === 0).length;
}
