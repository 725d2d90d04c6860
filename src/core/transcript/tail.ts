// The end of a growing transcript, for readers that follow it: it says what each event changes. Older blocks that can't change any more are
// dropped, so its size is bounded.
import { type Event, understand } from "../event.ts";
import type { Block } from "./block.ts";
import { emptyTranscript, extendTranscript, type Transcript } from "./transcript.ts";

export interface TranscriptTail extends Transcript {
  /** Tokens that the newest turn has used so far. */
  readonly tokens: number;
}

/** `before` is null for a new block. */
export interface BlockChange {
  readonly before: Block | null;
  readonly block: Block;
}

export const emptyTail: TranscriptTail = { ...emptyTranscript, tokens: 0 };

const KEPT_BLOCKS = 200;
/** More than is needed to join a character that was split between two pieces. */
const KEPT_CHARACTERS = 8192;

/** A repeated event changes nothing. */
export function extendTail(tail: TranscriptTail, event: Event): { tail: TranscriptTail; changes: BlockChange[] } {
  if (event.seq <= tail.head) return { tail, changes: [] };
  const transcript = extendTranscript(tail, [event]);
  const changes = transcript.blocks.flatMap((block, index): BlockChange[] => {
    const before = tail.blocks[index] ?? null;
    return before === block ? [] : [{ before, block }];
  });
  const blocks = shortened(recent(transcript.blocks));
  return { tail: { ...transcript, blocks, tokens: tokensAfter(tail.tokens, event) }, changes };
}

function tokensAfter(tokens: number, event: Event): number {
  if (event.type === "turn_start") return 0;
  const known = event.type === "usage" ? understand(event) : null;
  return known?.type === "usage" ? tokens + known.data.inputTokens + known.data.outputTokens : tokens;
}

/** The newest blocks, and older ones that may still change. */
function recent(blocks: readonly Block[]): readonly Block[] {
  if (blocks.length <= 2 * KEPT_BLOCKS) return blocks;
  return [...blocks.slice(0, -KEPT_BLOCKS).filter(mayChange), ...blocks.slice(-KEPT_BLOCKS)];
}

/** Keeps only the end of a long message: appending each piece to the whole text would become slower and slower. */
function shortened(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  if ((last?.kind !== "message" && last?.kind !== "thought") || last.text.length <= 4 * KEPT_CHARACTERS) return blocks;
  return [...blocks.slice(0, -1), { ...last, text: last.text.slice(-KEPT_CHARACTERS) }];
}

const mayChange = (block: Block): boolean =>
  (block.kind === "tool" && (block.status === "pending" || block.status === "running")) ||
  (block.kind === "permission" && (block.state === "asked" || block.state === "answered"));
