// The transcript as a list of items: its blocks, each with what a reader wants to know beside it.
import type { Block, BlockOf } from "../../core/index.ts";

export interface TranscriptItem {
  readonly key: string;
  readonly block: Block;
  /** The newest block, which may still grow. */
  readonly isLast: boolean;
  /** Of a thought: when the next block began; null while it is the last one. */
  readonly endedAt: string | null;
  /** What a call's background task did. */
  readonly children: readonly BlockOf<"tool">[];
  /** How a background task ended; null while it works, or if its end is not known here. */
  readonly end: BlockOf<"task_end"> | null;
  /** A newer plan follows. */
  readonly isSuperseded: boolean;
}

/** Items whose numbers are close together. Its key does not depend on where the window of the log begins or ends. */
export interface Stretch {
  readonly key: number;
  readonly items: readonly TranscriptItem[];
}

const SEQS_PER_STRETCH = 100;

/** In order. What did not change stays the same object. */
export function stretchesOf(blocks: readonly Block[], before: readonly Stretch[] = []): readonly Stretch[] {
  const known = new Map(before.map((stretch) => [stretch.key, stretch]));
  const stretches: Stretch[] = [];
  let [key, items]: [number, TranscriptItem[]] = [Number.NaN, []];
  const close = (): void => {
    if (items.length === 0) return;
    const earlier = known.get(key);
    const isSame = earlier?.items.length === items.length && items.every((item, at) => item === earlier.items[at]);
    stretches.push(isSame ? earlier : { key, items });
  };
  for (const item of itemsOf(blocks, before)) {
    const own = Math.floor(item.block.seq / SEQS_PER_STRETCH);
    if (own !== key) {
      close();
      [key, items] = [own, []];
    }
    items.push(item);
  }
  close();
  return stretches;
}

function itemsOf(blocks: readonly Block[], before: readonly Stretch[]): TranscriptItem[] {
  const known = new Map(before.flatMap(({ items }) => items.map((item) => [item.block, item])));
  const lastPlan = blocks.findLast(({ kind }) => kind === "plan");
  const ends = new Map(blocks.flatMap((block) => (block.kind === "task_end" ? [[block.taskId, block] as const] : [])));
  const { childrenOf, isChild } = nestedCalls(blocks);
  return blocks.flatMap((block, index) => {
    if (isChild(block)) return [];
    const item: TranscriptItem = {
      key: keyOf(block),
      block,
      isLast: index === blocks.length - 1,
      endedAt: block.kind === "thought" ? (blocks[index + 1]?.at ?? null) : null,
      children: block.kind === "tool" ? childrenOf(block.toolCallId) : none,
      end: block.kind === "task" ? (ends.get(block.taskId) ?? null) : null,
      isSuperseded: block.kind === "plan" && block !== lastPlan,
    };
    const earlier = known.get(block);
    return [earlier && isSame(earlier, item) ? earlier : item];
  });
}

/** A call that began before the window has another seq once its beginning is loaded. */
const keyOf = (block: Block): string =>
  block.kind === "tool" ? `tool ${block.toolCallId}` : `${block.kind} ${block.seq}`;

const none: readonly never[] = [];

const isSame = (one: TranscriptItem, other: TranscriptItem): boolean =>
  one.isLast === other.isLast &&
  one.endedAt === other.endedAt &&
  one.end === other.end &&
  one.isSuperseded === other.isSuperseded &&
  one.children.length === other.children.length &&
  one.children.every((child, at) => child === other.children[at]);

/** Calls of a background task belong to the call that started it, if that is among the blocks. */
function nestedCalls(blocks: readonly Block[]): {
  childrenOf: (toolCallId: string) => readonly BlockOf<"tool">[];
  isChild: (block: Block) => boolean;
} {
  const starters = new Map<string, string>();
  const calls = new Set<string>();
  for (const block of blocks) {
    if (block.kind === "tool") calls.add(block.toolCallId);
    if (block.kind === "task" && block.toolCallId !== null) starters.set(block.taskId, block.toolCallId);
  }
  const starterOf = (block: Block): string | null => {
    const starter = block.kind === "tool" && block.taskId !== undefined ? starters.get(block.taskId) : undefined;
    return starter !== undefined && calls.has(starter) ? starter : null;
  };
  const children = new Map<string, BlockOf<"tool">[]>();
  for (const block of blocks) {
    const starter = starterOf(block);
    if (starter === null || block.kind !== "tool") continue;
    const siblings = children.get(starter) ?? [];
    siblings.push(block);
    children.set(starter, siblings);
  }
  return { childrenOf: (id) => children.get(id) ?? none, isChild: (block) => starterOf(block) !== null };
}
