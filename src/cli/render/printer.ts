// Events in, readable text out: the one place that renders a session, whether it is history or happening now.
// It prints what each event changes in the transcript's end, so it may run for ever.
import { type Block, type BlockOf, type Event, emptyTail, extendTail, type TranscriptTail } from "../../core/index.ts";
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
  #tail: TranscriptTail = emptyTail;
  readonly #spoken = { line: newLine };
  #last: Block | null = null;

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
    const { tail, changes } = extendTail(this.#tail, event);
    this.#tail = tail;
    for (const { before, block } of changes) this.#print(before, block);
    this.#forgetTools();
  }

  /** The log starts anew: nothing of what was printed counts. */
  reset(): void {
    this.#tail = emptyTail;
    this.#tools.clear();
    this.#left.clear();
    this.#last = null;
    this.page.line(this.#style.dim("the log was replaced; showing the new one from its beginning"));
  }

  /** The last event that was fed. */
  get head(): number {
    return this.#tail.head;
  }

  /** The oldest question that still waits for an answer. */
  get openQuestion(): BlockOf<"permission"> | null {
    const open = this.#tail.blocks.find((block) => block.kind === "permission" && block.state === "asked");
    return open?.kind === "permission" ? open : null;
  }

  /** A question that was asked not too long ago. */
  question(id: string): BlockOf<"permission"> | null {
    const found = this.#tail.blocks.find((block) => block.kind === "permission" && block.id === id);
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
    for (const block of this.#tail.blocks)
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
      tokens: this.#tail.tokens,
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

  /** Of calls that can't change any more. */
  #forgetTools(): void {
    const { blocks } = this.#tail;
    if (this.#tools.size <= 2 * blocks.length) return;
    const kept = new Set(blocks.map(({ seq }) => seq));
    for (const seq of this.#tools.keys()) if (!kept.has(seq)) this.#tools.delete(seq);
  }
}
