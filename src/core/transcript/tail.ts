// The end of a transcript while it grows, for who reads along: what each event changes in it. What can't change any more is forgotten, so that it
// may go on for ever.
import { type Event, understand } from "../event.ts";
import type { Block } from "./block.ts";
import { emptyTranscript, extendTranscript, type Transcript } from "./transcript.ts";

export interface TranscriptTail extends Transcript {
  /** What the newest turn has used so far. */
  readonly tokens: number;
}

/** `before` is null for a block that is new. */
export interface BlockChange {
  readonly before: Block | null;
  readonly block: Block;
}

export const emptyTail: TranscriptTail = { ...emptyTranscript, tokens: 0 };

const KEPT_BLOCKS = 200;
/** More than is needed to know whether a character was cut in two. */
const KEPT_CHARACTERS = 8192;

/** An event that was taken in before changes nothing. */
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

/** The newest ones, and of the others those that may still change. */
function recent(blocks: readonly Block[]): readonly Block[] {
  if (blocks.length <= 2 * KEPT_BLOCKS) return blocks;
  return [...blocks.slice(0, -KEPT_BLOCKS).filter(mayChange), ...blocks.slice(-KEPT_BLOCKS)];
}

/** Of what was said only the end counts for what comes next: joining each piece to all before it would take ever longer. */
function shortened(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  if ((last?.kind !== "message" && last?.kind !== "thought") || last.text.length <= 4 * KEPT_CHARACTERS) return blocks;
  return [...blocks.slice(0, -1), { ...last, text: last.text.slice(-KEPT_CHARACTERS) }];
}

const mayChange = (block: Block): boolean =>
  (block.kind === "tool" && (block.status === "pending" || block.status === "running")) ||
  (block.kind === "permission" && (block.state === "asked" || block.state === "answered"));
