// A session in the terminal: its transcript, live events, and a line to type in. Leaving it does not stop the agent.
import { TaskQueue } from "../../system/index.ts";
import type { AttentionFrame } from "../session/presence.ts";
import { shown } from "../terminal/index.ts";
import { safeText } from "../text/safe-text.ts";
import type { Measure } from "../text/text-width.ts";
import { AttachPage, oneRow } from "./attach-page.ts";
import type { Attaching } from "./attaching.ts";
import { composition } from "./composition.ts";
import { Elsewhere } from "./elsewhere.ts";
import { followLog } from "./follow-log.ts";
import { HeldTerminal } from "./held-terminal.ts";
import { Looking } from "./looking.ts";
import { OutputBuffer } from "./output-buffer.ts";
import { QuestionPrompt } from "./question-prompt.ts";
import { SessionNow } from "./session-now.ts";
import { TypedLine } from "./typed-line.ts";
import { readingMs, unsent } from "./typing.ts";

/** Resolves when the person leaves; throws when the daemon stays unreachable. */
export async function attachSession(attaching: Attaching): Promise<void> {
  const { default: measure } = await import("string-width");
  await new AttachScreen(attaching, measure).run();
}

class AttachScreen {
  readonly #attaching: Attaching;
  readonly #page: AttachPage;
  readonly #now: SessionNow;
  readonly #line: TypedLine;
  readonly #questions: QuestionPrompt;
  readonly #buffer: OutputBuffer;
  readonly #elsewhere: Elsewhere;
  readonly #looking: Looking;
  readonly #leaving = new AbortController();
  readonly #terminal: HeldTerminal;
  /** The person's actions, carried out in order. */
  readonly #tasks = new TaskQueue();

  constructor(attaching: Attaching, measure: Measure) {
    const { client, session, io, style } = attaching;
    this.#attaching = attaching;
    this.#page = new AttachPage(attaching, measure);
    this.#now = new SessionNow(client, session.id, () => io.now());
    this.#buffer = new OutputBuffer(client, session.id);
    this.#elsewhere = new Elsewhere(style);
    const parts = {
      attaching,
      page: this.#page,
      now: this.#now,
      act: (task: () => Promise<unknown>) => this.#act(task),
    };
    this.#looking = new Looking({ ...parts, isShown: () => !this.#buffer.isHolding });
    this.#line = new TypedLine({
      ...parts,
      giveAnswer: (text) => this.#questions.give(text),
      leave: () => this.#leaving.abort(),
      stepAside: () => void this.#stepAside(),
      redraw: () => this.#redraw(),
      draw: () => this.#draw(),
    });
    this.#questions = this.#newQuestions();
    this.#terminal = new HeldTerminal(io, {
      press: (key) => this.#line.press(key),
      see: (sequence) => this.#looking.noteInput(sequence),
    });
  }

  async run(): Promise<void> {
    const { io } = this.#attaching;
    this.#terminal.open();
    const stopListening = io.onInterrupt(() => this.#leaving.abort());
    const draw = (): void => this.#draw();
    io.stdout.on("resize", draw);
    try {
      await followLog({
        attaching: this.#attaching,
        page: this.#page,
        now: this.#now,
        line: this.#line,
        questions: this.#questions,
        buffer: this.#buffer,
        looking: this.#looking,
        signal: this.#leaving.signal,
        showAttention: (frame) => this.#showAttention(frame),
        tellElsewhere: () => this.#tellElsewhere(),
        draw,
      });
      await Promise.all([this.#tasks.idle(), this.#questions.settled]);
    } finally {
      io.stdout.off("resize", draw);
      this.#page.screen.compose(null);
      for (const text of unsent(this.#line.typing)) this.#page.remark(`not sent: ${safeText(text)}`);
      this.#page.screen.end();
      this.#terminal.close();
      await this.#looking.end();
      stopListening();
    }
  }

  #newQuestions(): QuestionPrompt {
    const { client, session, io } = this.#attaching;
    const { printer, screen } = this.#page;
    return new QuestionPrompt({
      client,
      session,
      ask: (question, rule) => {
        printer.ask(question, { room: this.#page.context, ...(rule === undefined ? {} : { rule }) });
        this.#buffer.begin(question.id, printer.head);
      },
      columns: () => screen.columns,
      show: (lines) => {
        for (const line of lines) this.#page.remark(line);
      },
      shown: () => shown(io.stdout, readingMs(this.#line.typing)),
      asked: (asked) => {
        this.#line.ask(asked);
        this.#draw();
      },
      failed: (error) => this.#page.complain(error),
    });
  }

  async #stepAside(): Promise<void> {
    this.#page.screen.end();
    await this.#terminal.lend();
    if (this.#leaving.signal.aborted) return;
    this.#terminal.open();
    this.#askAgain();
    this.#draw();
  }

  #redraw(): void {
    this.#page.screen.clear();
    this.#askAgain();
    this.#draw();
  }

  /** A question must be on the screen to be answered. */
  #askAgain(): void {
    const { printer } = this.#page;
    const question = printer.openQuestion;
    if (!question || !this.#now.isCaughtUp) return;
    printer.leave(question);
    this.#questions.again(question);
  }

  #showAttention(frame: AttentionFrame): void {
    const attention = this.#looking.show(frame);
    if (frame.frame === "attention_cleared") this.#elsewhere.drop(frame.id);
    if (attention !== null && attention.session !== this.#attaching.session.id) this.#elsewhere.add(attention);
    this.#tellElsewhere();
    this.#draw();
  }

  #tellElsewhere(): void {
    if (!this.#isAsked) for (const text of this.#elsewhere.tell()) this.#page.remark(oneRow(text, this.#page.context));
  }

  /** A question is, or is about to be, on the screen: no agent's text may come below it. */
  get #isAsked(): boolean {
    return this.#buffer.isHolding || this.#page.printer.openQuestion !== null;
  }

  #act(task: () => Promise<unknown>): void {
    this.#tasks.run(task).catch((error) => this.#page.complain(error));
  }

  #draw(): void {
    const now = this.#now;
    if (!now.isCaughtUp || !this.#terminal.isOpen || this.#leaving.signal.aborted) return;
    const { io, ref } = this.#attaching;
    const composed = composition(
      {
        ...{ typing: this.#line.typing, state: now.state, isBusy: now.isBusy, sent: now.sent },
        ...{ isAsked: this.#isAsked, hasMore: this.#buffer.hasMore, elsewhere: this.#elsewhere.row },
        ...{ nowMs: io.now(), ref },
      },
      this.#page.context,
    );
    this.#page.screen.compose(composed.row, composed.above);
  }
}
