// Renders a session's events as text, for history and live events alike. It prints what each event changes at the transcript's end, so it may run
// for ever.
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
  /** The maximum of output lines for a tool. */
  readonly maxToolLines?: number;
  /** A question is printed when `ask` or `askLeft` says so, or when it closes: then it needs no answer any more. */
  readonly leavesQuestions?: boolean;
  /** It is over: a question that was open then is printed without a way to answer it. */
  readonly isPast?: boolean;
  /** If given, the end of a turn shows its time, relative to this. */
  readonly nowMs?: number;
  /** The session's reference, for hints. */
  readonly ref?: string;
}

const TOOL_LINES = 10;

export class Printer {
  readonly page: Page;
  readonly #style: Style;
  readonly #maxToolLines: number;
  readonly #isPast: boolean;
  readonly #nowMs: number | null;
  readonly #ref: string | undefined;
  #leavesQuestions: boolean;
  /** Questions that were not shown yet. */
  readonly #left = new Set<string>();
  readonly #tools = new Map<number, ToolProgress>();
  #tail: TranscriptTail = emptyTail;
  readonly #spoken = { line: newLine };
  #last: Block | null = null;

  constructor(options: PrinterOptions) {
    const { write, style, maxToolLines = TOOL_LINES, leavesQuestions = false, isPast = false, nowMs, ref } = options;
    this.page = new Page(write);
    this.#style = style;
    this.#maxToolLines = maxToolLines;
    this.#leavesQuestions = leavesQuestions;
    this.#isPast = isPast;
    this.#nowMs = nowMs ?? null;
    this.#ref = ref;
  }

  /** Prints what the event adds; a repeated event adds nothing. */
  feed(event: Event): void {
    const { tail, changes } = extendTail(this.#tail, event);
    this.#tail = tail;
    for (const { before, block } of changes) this.#print(before, block);
    this.#forgetTools();
  }

  /** The log begins again: what was printed no longer counts. */
  reset(): void {
    this.#tail = emptyTail;
    this.#tools.clear();
    this.#left.clear();
    this.#last = null;
    this.page.line(this.#style.dim("the log was replaced; showing the new one from its beginning"));
  }

  /** The last event that was processed. */
  get head(): number {
    return this.#tail.head;
  }

  /** The oldest question without an answer. */
  get openQuestion(): BlockOf<"permission"> | null {
    const open = this.#tail.blocks.find((block) => block.kind === "permission" && block.state === "asked");
    return open?.kind === "permission" ? open : null;
  }

  /** A question that was asked recently enough. */
  question(id: string): BlockOf<"permission"> | null {
    const found = this.#tail.blocks.find((block) => block.kind === "permission" && block.id === id);
    return found?.kind === "permission" ? found : null;
  }

  /** A printed question is no longer on the screen: it counts as not shown. */
  leave(question: BlockOf<"permission">): void {
    this.#left.add(question.id);
  }

  /** Prints a question that was not shown, with its possible answers. */
  ask(question: BlockOf<"permission">, { rule, room }: Pick<Asked, "rule"> & { room: Room }): void {
    if (!this.#left.delete(question.id)) return;
    this.page.separate(2);
    const { cuts: blobs, ...asked } = question;
    const shown = { ...asked, blobs, ref: this.#ref, ...(rule === undefined ? {} : { rule }) };
    this.page.line(questionLines(shown, this.#style, room).join("\n"));
    this.#last = question;
  }

  /** The history is printed: open questions are printed too, and later ones at once. */
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
      isPast: this.#isPast,
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
