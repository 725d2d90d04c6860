// Events in, readable text out: the one place that renders a session, whether it is history or happening now.
// It folds the transcript and prints what each event added; what can't change any more is forgotten, so it may run for ever.
import {
  type Block,
  type BlockOf,
  type Event,
  emptyTranscript,
  extendTranscript,
  type Transcript,
  understand,
} from "../../core/index.ts";
import { newLine } from "../text/agent-text.ts";
import { Page } from "../text/page.ts";
import type { Style } from "../text/style.ts";
import type { Asked } from "./choices.ts";
import { printBlock } from "./print-block.ts";
import type { ToolProgress } from "./print-tool.ts";
import { questionLines, type Room } from "./question.ts";

export interface PrinterOptions {
  readonly write: (text: string) => void;
  readonly style: Style;
  /** Lines of a tool's output that are shown. */
  readonly maxToolLines?: number;
  /** A question is printed when `ask` or `askLeft` says so, or when it closes: then there is nothing to choose any more. */
  readonly leavesQuestions?: boolean;
  /** With it the end of a turn says when that was, as seen from now. */
  readonly nowMs?: number;
  /** How a person writes the session, in hints. */
  readonly ref?: string;
}

const TOOL_LINES = 10;
const KEPT_BLOCKS = 200;
/** More than is needed to know whether a character was cut in two. */
const KEPT_CHARACTERS = 8192;

export class Printer {
  readonly page: Page;
  readonly #style: Style;
  readonly #maxToolLines: number;
  readonly #nowMs: number | null;
  readonly #ref: string | undefined;
  #leavesQuestions: boolean;
  /** Questions that nobody was shown yet. */
  readonly #left = new Set<string>();
  readonly #tools = new Map<number, ToolProgress>();
  #transcript: Transcript = emptyTranscript;
  readonly #spoken = { line: newLine };
  #last: Block | null = null;
  #tokens = 0;

  constructor({ write, style, maxToolLines = TOOL_LINES, leavesQuestions = false, nowMs, ref }: PrinterOptions) {
    this.page = new Page(write);
    this.#style = style;
    this.#maxToolLines = maxToolLines;
    this.#leavesQuestions = leavesQuestions;
    this.#nowMs = nowMs ?? null;
    this.#ref = ref;
  }

  /** Prints what the event adds; one that was seen before adds nothing. */
  feed(event: Event): void {
    const { blocks: before, head } = this.#transcript;
    if (event.seq <= head) return;
    this.#countTokens(event);
    this.#transcript = extendTranscript(this.#transcript, [event]);
    for (const [index, block] of this.#transcript.blocks.entries()) {
      const old = before[index] ?? null;
      if (old !== block) this.#print(old, block);
    }
    if (this.#transcript.blocks.length > 2 * KEPT_BLOCKS) this.#forget();
    this.#shorten();
  }

  /** The log starts anew: nothing of what was printed counts. */
  reset(): void {
    this.#transcript = emptyTranscript;
    this.#tools.clear();
    this.#left.clear();
    this.#last = null;
    this.page.line(this.#style.dim("the log was replaced by another one; this is it from its beginning"));
  }

  /** The last event that was fed. */
  get head(): number {
    return this.#transcript.head;
  }

  /** The oldest question that still waits for an answer. */
  get openQuestion(): BlockOf<"permission"> | null {
    const open = this.#transcript.blocks.find((block) => block.kind === "permission" && block.state === "asked");
    return open?.kind === "permission" ? open : null;
  }

  /** A question that was asked not too long ago. */
  question(id: string): BlockOf<"permission"> | null {
    const found = this.#transcript.blocks.find((block) => block.kind === "permission" && block.id === id);
    return found?.kind === "permission" ? found : null;
  }

  /** A question that was printed is no longer on the screen: it counts as left again. */
  leave(question: BlockOf<"permission">): void {
    this.#left.add(question.id);
  }

  /** Prints a question that was left, with what its answers could mean. */
  ask(question: BlockOf<"permission">, { rule, room }: Pick<Asked, "rule"> & { room: Room }): void {
    if (!this.#left.delete(question.id)) return;
    this.page.separate(2);
    const { cuts: blobs, ...asked } = question;
    const shown = { ...asked, blobs, ref: this.#ref, ...(rule === undefined ? {} : { rule }) };
    this.page.line(questionLines(shown, this.#style, room).join("\n"));
    this.#last = question;
  }

  /** All that happened so far is printed: what is still asked is, too, and from now on at once. */
  askLeft(): void {
    this.#leavesQuestions = false;
    for (const block of this.#transcript.blocks)
      if (block.kind === "permission" && this.#left.delete(block.id)) this.#print(null, block);
  }

  #print(old: Block | null, block: Block): void {
    if (block.kind === "permission" && this.#leavesQuestions) {
      if (block.state === "asked") {
        this.#left.add(block.id);
        return;
      }
      if (this.#left.delete(block.id)) {
        this.#print(null, block);
        return;
      }
    }
    const { length } = this.page;
    printBlock(old, block, {
      page: this.page,
      style: this.#style,
      maxToolLines: this.#maxToolLines,
      toolProgress: (seq) => this.#progressOf(seq),
      spoken: this.#spoken,
      tokens: this.#tokens,
      nowMs: this.#nowMs,
      ref: this.#ref,
      lastKind: this.#last?.kind ?? null,
      isCurrent: this.#last?.seq === block.seq,
    });
    if (this.page.length > length) this.#last = block;
  }

  #progressOf(seq: number): ToolProgress {
    const progress = this.#tools.get(seq) ?? { hasTitle: false, offset: 0, lines: 0, files: 0 };
    this.#tools.set(seq, progress);
    return progress;
  }

  #countTokens(event: Event): void {
    if (event.type === "turn_start") this.#tokens = 0;
    if (event.type !== "usage") return;
    const known = understand(event);
    if (known?.type === "usage") this.#tokens += known.data.inputTokens + known.data.outputTokens;
  }

  /** Of what was said only the end counts for what comes next: joining each piece to all before it would take ever longer. */
  #shorten(): void {
    const { blocks } = this.#transcript;
    const last = blocks.at(-1);
    if ((last?.kind !== "message" && last?.kind !== "thought") || last.text.length <= 4 * KEPT_CHARACTERS) return;
    const shorter = { ...last, text: last.text.slice(-KEPT_CHARACTERS) };
    this.#transcript = { ...this.#transcript, blocks: [...blocks.slice(0, -1), shorter] };
  }

  #forget(): void {
    const { blocks } = this.#transcript;
    const recent = blocks.slice(-KEPT_BLOCKS);
    const open = blocks.slice(0, -KEPT_BLOCKS).filter(mayChange);
    this.#transcript = { ...this.#transcript, blocks: [...open, ...recent] };
    const kept = new Set(this.#transcript.blocks.map(({ seq }) => seq));
    for (const seq of this.#tools.keys()) if (!kept.has(seq)) this.#tools.delete(seq);
  }
}

const mayChange = (block: Block): boolean =>
  (block.kind === "tool" && (block.status === "pending" || block.status === "running")) ||
  (block.kind === "permission" && (block.state === "asked" || block.state === "answered"));
