// `skein inbox` in a terminal: a live list of questions, which are answered in place.
import type { Client, PermissionDetail } from "../../client/index.ts";
import { TaskQueue } from "../../system/index.ts";
import { askQuestion } from "../answer/ask-question.ts";
import {
  closedOutcome,
  continueHint,
  giveAnswer,
  missedText,
  type Outcome,
  outcomeText,
} from "../answer/give-answer.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { DialogueTerminal } from "../dialogue/dialogue-terminal.ts";
import { explain } from "../explain.ts";
import { inlineTexts } from "../history/inline-texts.ts";
import type { Io } from "../io.ts";
import { askerLine } from "../render/asker.ts";
import { inboxRows } from "../render/inbox-rows.ts";
import { fillIn } from "../render/placeholders.ts";
import { questionLines } from "../render/question.ts";
import { referenceTo } from "../session/reference.ts";
import { agentRows, inFailure } from "../text/agent-text.ts";
import { fitted } from "../text/cut.ts";
import { exactLine, exactText } from "../text/exact-text.ts";
import { LIVE_STEP_MS } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";
import { emptyInbox, entryAt, type InboxList, keyOf, moveCursor, updateInbox } from "./inbox-list.ts";

interface Tending {
  readonly client: Client;
  readonly io: Io;
  /** The directory that the command works for. */
  readonly cwd: string;
  readonly style: Style;
  readonly measure: Measure;
  /** Stays open when nothing waits any more. */
  readonly isWatching: boolean;
}

const MAX_ROWS = 12;
/** The column before each row: the cursor. */
const MARK_COLUMNS = 2;

/** Resolves when the person leaves or nothing waits any more; throws when the daemon stays unreachable. */
export async function runInboxScreen(tending: Tending): Promise<void> {
  await new Inbox(tending).run();
}

class Inbox {
  readonly #client: Client;
  readonly #tending: Tending;
  readonly #terminal: DialogueTerminal;
  #list: InboxList = emptyInbox;
  /** The question that is being answered, and how to report that it is no longer open. */
  #open: { readonly key: string; readonly closed: AbortController } | null = null;
  /** Aborted when the screen closes. */
  readonly #done = new AbortController();
  readonly #refreshes = new TaskQueue();
  readonly #drawings = new TaskQueue();

  constructor(tending: Tending) {
    this.#tending = tending;
    this.#client = tending.client;
    this.#terminal = new DialogueTerminal(tending.io, tending.measure);
  }

  async run(): Promise<void> {
    const close = this.#terminal.open();
    const clock = setInterval(() => void this.#draw(), LIVE_STEP_MS);
    try {
      await this.#refresh();
      await Promise.race([this.#follow(), this.#talk()]);
    } finally {
      this.#done.abort();
      clearInterval(clock);
      await this.#drawings.idle();
      close();
    }
  }

  async #follow(): Promise<void> {
    const stop = AbortSignal.any([this.#terminal.left, this.#done.signal]);
    for await (const _ of this.#client.questionsChange(stop)) await this.#refresh();
  }

  /** One request at a time: a late answer must not restore an old list. */
  #refresh(): Promise<void> {
    return this.#refreshes.run(() => this.#refreshNow());
  }

  async #refreshNow(): Promise<void> {
    const { items } = await this.#client.inbox();
    // The current list: the cursor may have moved meanwhile.
    this.#list = updateInbox(this.#list, items);
    const { entries } = this.#list;
    if (this.#open && !entries.some(({ question }) => keyOf(question) === this.#open?.key)) this.#open.closed.abort();
    if (entries.length === 0 && !this.#open && !this.#tending.isWatching) this.#done.abort();
    await this.#draw();
  }

  async #talk(): Promise<void> {
    const { left } = this.#terminal;
    while (!left.aborted && !this.#done.signal.aborted) {
      this.#terminal.onArrow = (step) => {
        this.#list = moveCursor(this.#list, step);
        void this.#draw();
      };
      const typed = await this.#terminal.ask("number, or Enter › ", { signal: this.#done.signal, isFollowUp: true });
      this.#terminal.onArrow = null;
      if (typed === null || /^\s*(q|quit|exit)\s*$/i.test(typed)) return;
      const number = typed.trim() === "" ? this.#list.cursor : Number(typed);
      const entry = entryAt(this.#list, number);
      if (entry) await this.#answer(entry.question);
      else if (typed.trim() !== "") this.#terminal.show([`there is no question ${exactText(typed.trim())}`]);
    }
  }

  async #answer(listed: PermissionDetail): Promise<void> {
    const { style } = this.#tending;
    const closed = new AbortController();
    this.#open = { key: keyOf(listed), closed };
    await this.#draw();
    const terminal = this.#terminal;
    const talk: Dialogue = {
      get columns() {
        return terminal.columns;
      },
      show: (lines) => this.#terminal.show(lines),
      ask: (label, options) => this.#terminal.ask(label, { ...options, signal: closed.signal }),
    };
    try {
      const question = await inlineTexts(this.#client, listed);
      this.#showQuestion(question);
      const answer = await askQuestion(talk, question, {});
      if (answer) this.#report(question, outcomeText(question, answer, await this.#give(question, answer)));
      else if (closed.signal.aborted) await this.#reportClosed(question);
      else if (!this.#terminal.left.aborted) this.#terminal.show([style.dim("not answered; it stays open")]);
    } catch (error) {
      const { message, fix: hint } = explain(error);
      const ref = await referenceTo(this.#client, { id: listed.session, name: listed.name }, this.#tending);
      const fix = hint && fillIn(hint, { ref });
      const rows = (text: string, words: string): string => agentRows(safeLine(text), style, words, inFailure);
      this.#terminal.show([
        `${style.red("error:")} ${rows(message, "error: ")}`,
        ...(fix ? [`${style.dim("fix:")} ${rows(fix, "fix: ")}`] : []),
      ]);
    } finally {
      this.#open = null;
    }
    if (!this.#terminal.left.aborted) await this.#refresh();
  }

  #showQuestion(question: PermissionDetail): void {
    const { style, measure } = this.#tending;
    this.#terminal.show([
      "",
      style.bold(agentRows(askerLine(question), style, "")),
      ...questionLines(question, style, { columns: this.#terminal.columns, measure }),
    ]);
  }

  async #give(question: PermissionDetail, answer: Parameters<typeof giveAnswer>[2]): Promise<Outcome> {
    const outcome = await giveAnswer(this.#client, question, answer);
    if (outcome.kind === "stale") await this.#showHowToGoOn(question);
    return outcome;
  }

  async #reportClosed(question: PermissionDetail): Promise<void> {
    const outcome = await closedOutcome(this.#client, question);
    if (outcome.kind !== "answered") this.#report(question, missedText(question, outcome));
    if (outcome.kind === "stale") await this.#showHowToGoOn(question);
  }

  async #showHowToGoOn({ session, name }: PermissionDetail): Promise<void> {
    const ref = await referenceTo(this.#client, { id: session, name }, this.#tending);
    this.#terminal.show([continueHint(ref)]);
  }

  #report({ title }: PermissionDetail, text: string): void {
    const { style } = this.#tending;
    const words = `${style.glyphs.bar} `;
    this.#terminal.show([words + agentRows(`${text} (${exactLine(title)})`, style, words)]);
  }

  /** One at a time, so that the newest list is the last one. */
  #draw(): Promise<void> {
    return this.#drawings.run(async () => this.#terminal.rows(await this.#rows()));
  }

  async #rows(): Promise<string[]> {
    const { style, measure, io } = this.#tending;
    const { entries, cursor } = this.#list;
    if (this.#open) return [];
    if (entries.length === 0) return [style.dim("Nothing waits for you. Ctrl+C quits.")];
    const at = Math.max(
      0,
      entries.findIndex(({ number }) => number === cursor),
    );
    const from = Math.max(0, Math.min(at - Math.floor(MAX_ROWS / 2), entries.length - MAX_ROWS));
    const shown = entries.slice(from, from + MAX_ROWS);
    const columns = this.#terminal.columns - 1;
    const rows = await inboxRows(shown, {
      ...{ style, nowMs: io.now(), home: io.env.HOME, isLive: true },
      columns: columns - MARK_COLUMNS,
    });
    const marked = rows.map((row, index) => `${shown[index]?.number === cursor ? style.glyphs.prompt : " "} ${row}`);
    const hidden = entries.length - shown.length;
    const more = hidden > 0 ? [style.dim(`  ${style.glyphs.ellipsis} ${hidden} more`)] : [];
    return [...marked, ...more].map((row) => fitted(row, columns, { measure, style }));
  }
}
