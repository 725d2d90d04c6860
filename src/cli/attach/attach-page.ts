// What an open session writes above the line being typed: the transcript, remarks of its own, and errors.
import { explain } from "../explain.ts";
import { fillIn } from "../render/placeholders.ts";
import { Printer } from "../render/printer.ts";
import { Screen } from "../terminal/index.ts";
import { agentRows, inFailure } from "../text/agent-text.ts";
import { fitted } from "../text/cut.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";
import type { Attaching } from "./attaching.ts";

/** What a row must know of the terminal. */
export interface RowContext {
  readonly columns: number;
  readonly measure: Measure;
  readonly style: Style;
}

/** A row that never wraps: text that continues in the next row could look like anything. */
export const oneRow = (text: string, context: RowContext): string => fitted(text, context.columns - 1, context);

export class AttachPage {
  readonly screen: Screen;
  readonly printer: Printer;
  readonly #ref: string;
  readonly #style: Style;
  readonly #measure: Measure;

  constructor({ io, style, ref }: Pick<Attaching, "io" | "style" | "ref">, measure: Measure) {
    this.#ref = ref;
    this.#style = style;
    this.#measure = measure;
    this.screen = new Screen(io.stdout, measure);
    this.printer = new Printer({ write: (text) => this.screen.write(text), style, leavesQuestions: true, ref });
  }

  get context(): RowContext {
    return { columns: this.screen.columns, measure: this.#measure, style: this.#style };
  }

  remark(text: string): void {
    const rows = text.split("\n").map((line) => agentRows(line, this.#style, ""));
    this.printer.page.line(this.#style.dim(rows.join("\n")));
  }

  complain(error: unknown): void {
    const { message, fix } = explain(error);
    const rows = (text: string, words: string): string => agentRows(safeLine(text), this.#style, words, inFailure);
    this.printer.page.line(`${this.#style.red("error:")} ${rows(message, "error: ")}`);
    const told = fix && fillIn(fix, { ref: this.#ref });
    if (told) this.printer.page.line(this.#style.dim(`fix: ${rows(told, "fix: ")}`));
  }
}
