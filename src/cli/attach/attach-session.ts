// A session in the terminal: its transcript, live events, and a line to type in. Leaving it does not stop the agent.
import type { Client, ListedSession } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { type Event, type SessionState, statusOf, waitingFor } from "../../core/index.ts";
import { TaskQueue } from "../../system/index.ts";
import { explain } from "../explain.ts";
import { inlineIfSaid } from "../history/inline-texts.ts";
import type { Io } from "../io.ts";
import { type SentMeanwhile, sentMeanwhile } from "../prompt/held-queue.ts";
import { fillIn } from "../render/placeholders.ts";
import { Printer } from "../render/printer.ts";
import { type AttentionFrame, Presence } from "../session/presence.ts";
import {
  afterKey,
  askForReports,
  composerRow,
  type FocusState,
  isLooking,
  type Key,
  openedAt,
  openKeyboard,
  Screen,
  shown,
} from "../terminal/index.ts";
import { agentRows, inFailure } from "../text/agent-text.ts";
import { fitted } from "../text/cut.ts";
import { safeLine, safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";
import { completeCommand } from "./complete-command.ts";
import { earlierQuestions } from "./earlier-questions.ts";
import { Elsewhere } from "./elsewhere.ts";
import { OutputBuffer } from "./output-buffer.ts";
import { questionLabel } from "./question-label.ts";
import { QuestionPrompt } from "./question-prompt.ts";
import { draftRows, queueRows, taskRow } from "./rows-above.ts";
import { sendInput } from "./send-input.ts";
import { stopFor, stopTurn, TOO_LATE, type TurnEnd, turnEnd } from "./stop-turn.ts";
import {
  isDraft,
  nothingTyped,
  readingMs,
  type Typing,
  type TypingResult,
  typeKey,
  unsent,
  type Why,
  withAsked,
  withRead,
} from "./typing.ts";

export interface Attaching {
  readonly client: Client;
  readonly session: ListedSession;
  /** The session as a person writes it. */
  readonly ref: string;
  readonly io: Io;
  readonly style: Style;
}

/** How much of the history is shown; `skein show` has the rest. */
const HISTORY_EVENTS = 500;

/** Resolves when the person leaves; throws when the daemon stays unreachable. */
export async function attachSession(attaching: Attaching): Promise<void> {
  const { default: measure } = await import("string-width");
  await new AttachScreen(attaching, measure).run();
}

class AttachScreen {
  readonly #client: Client;
  readonly #session: ListedSession;
  readonly #ref: string;
  readonly #io: Io;
  readonly #style: Style;
  readonly #measure: Measure;
  readonly #screen: Screen;
  readonly #printer: Printer;
  readonly #reader: SessionReader;
  readonly #presence: Presence;
  readonly #questions: QuestionPrompt;
  readonly #buffer: OutputBuffer;
  readonly #elsewhere: Elsewhere;
  readonly #leaving = new AbortController();
  /** The open question is unknown until the session is on the screen. */
  #typing: Typing = { ...nothingTyped, asked: "unready" };
  /** The state before the newest event. */
  #stateBefore: SessionState | null = null;
  #turnEnd: TurnEnd = null;
  /** The history was shown. */
  #isCaughtUp = false;
  /** What happens to a prompt that is sent while the queue is held. */
  #sent: SentMeanwhile = "goes alone";
  #focus: FocusState;
  #readSeq = 0;
  /** Keys that arrived together with an answer: they wait until its effect is known. */
  #ahead: Key[] | null = null;
  /** Restores the terminal; null while the person is in their shell. */
  #closeTerminal: (() => void) | null = null;
  /** The person's actions, carried out in order. */
  readonly #tasks = new TaskQueue();

  constructor({ client, session, ref, io, style }: Attaching, measure: Measure) {
    this.#client = client;
    this.#session = session;
    this.#ref = ref;
    this.#io = io;
    this.#style = style;
    this.#measure = measure;
    this.#screen = new Screen(io.stdout, measure);
    this.#printer = new Printer({ write: (text) => this.#screen.write(text), style, leavesQuestions: true, ref });
    this.#reader = new SessionReader({ client, session: session.id });
    this.#focus = openedAt(io.now());
    this.#presence = new Presence({ client, io, seen: () => (this.#isSeen ? session.id : null) });
    this.#buffer = new OutputBuffer(client, session.id);
    this.#elsewhere = new Elsewhere(style);
    this.#questions = new QuestionPrompt({
      client,
      session,
      ask: (question, rule) => {
        const room = { columns: this.#screen.columns, measure };
        this.#printer.ask(question, { room, ...(rule === undefined ? {} : { rule }) });
        this.#buffer.begin(question.id, this.#printer.head);
      },
      columns: () => this.#screen.columns,
      show: (lines) => {
        for (const line of lines) this.#remark(line);
      },
      shown: () => shown(io.stdout, readingMs(this.#typing)),
      asked: (asked) => {
        this.#typing = withAsked(this.#typing, asked, io.now());
        this.#draw();
      },
      failed: (error) => this.#complain(error),
    });
  }

  async run(): Promise<void> {
    const { stdout } = this.#io;
    this.#openTerminal();
    const stopListening = this.#io.onInterrupt(() => this.#leaving.abort());
    const draw = (): void => this.#draw();
    stdout.on("resize", draw);
    try {
      await this.#follow();
      await Promise.all([this.#tasks.idle(), this.#questions.settled]);
    } finally {
      stdout.off("resize", draw);
      this.#screen.compose(null);
      for (const text of unsent(this.#typing)) this.#remark(`not sent: ${safeText(text)}`);
      this.#screen.end();
      this.#closeTerminal?.();
      await this.#presence.end();
      stopListening();
    }
  }

  #openTerminal(): void {
    const { stdin, stdout } = this.#io;
    const closeKeyboard = openKeyboard(stdin, stdout, {
      press: (key) => this.#press(key),
      see: (sequence) => this.#updateFocus(sequence),
    });
    const stopReports = askForReports(stdout);
    this.#closeTerminal = () => {
      this.#closeTerminal = null;
      stopReports();
      closeKeyboard();
    };
  }

  /** The terminal belongs to the shell until the person is back. */
  async #stepAside(): Promise<void> {
    this.#screen.end();
    this.#closeTerminal?.();
    await this.#io.suspend();
    if (this.#leaving.signal.aborted) return;
    this.#openTerminal();
    this.#askAgain();
    this.#draw();
  }

  /** A question must be on the screen to be answered. */
  #askAgain(): void {
    const question = this.#printer.openQuestion;
    if (!question || !this.#isCaughtUp) return;
    this.#printer.leave(question);
    this.#questions.again(question);
  }

  async #follow(): Promise<void> {
    const { id, head } = this.#session;
    const after = Math.max(0, head - HISTORY_EVENTS);
    const sent = sentMeanwhile(this.#client);
    if (after > 0) {
      this.#remark(`${this.#style.glyphs.ellipsis} the beginning: skein show ${this.#ref}`);
      for (const event of await earlierQuestions(this.#client, id, after + 1))
        this.#printer.feed(await inlineIfSaid(this.#client, event));
    }
    for await (const item of this.#reader.items({ after, signal: this.#leaving.signal })) {
      if (item.kind === "event") await this.#handleEvent(item.event);
      else if (item.frame.frame === "reset") {
        this.#stateBefore = null;
        this.#buffer.end();
        this.#questions.attend(null);
        this.#typing = withAsked(this.#typing, "unready", this.#io.now());
        this.#printer.reset();
      } else if (item.frame.frame === "storage") this.#remark(safeLine(item.frame.text));
      else if (item.frame.frame === "attention" || item.frame.frame === "attention_cleared") this.#show(item.frame);
      else if (item.frame.frame === "caught_up") {
        if (!this.#state) await this.#reader.current();
        this.#stateBefore = this.#state;
        this.#sent = await sent;
        const isFirst = !this.#isCaughtUp;
        this.#isCaughtUp = true;
        this.#presence.claim();
        this.#read();
        if (!this.#printer.openQuestion) {
          this.#typing = withAsked(this.#typing, null, this.#io.now());
          // The first look finds no open question; that does not mean that one was closed.
          if (isFirst) this.#typing = { ...this.#typing, settled: null };
        }
        this.#draw();
        this.#questions.attend(this.#printer.openQuestion);
      }
    }
  }

  async #handleEvent(event: Event): Promise<void> {
    const [before, now] = [this.#stateBefore, this.#state];
    this.#stateBefore = now;
    if (before && now) this.#turnEnd = turnEnd(before, now, this.#io.now()) ?? this.#turnEnd;
    if (this.#buffer.holds(event)) {
      this.#draw();
      return;
    }
    // What is typed from here on was not typed for the question that is settled.
    if (this.#buffer.isHolding) this.#typing = withAsked(this.#typing, "unready", this.#io.now());
    for await (const one of this.#buffer.upTo(event, this.#leaving.signal))
      this.#printer.feed(await inlineIfSaid(this.#client, one));
    this.#tellElsewhere();
    this.#read();
    this.#draw();
    if (this.#isCaughtUp) this.#questions.attend(this.#printer.openQuestion);
  }

  /** Null while the log is being replaced by another one. */
  get #state(): SessionState | null {
    return this.#reader.state;
  }

  get #isSeen(): boolean {
    return isLooking(this.#focus, this.#io.now());
  }

  #updateFocus(sequence: string): void {
    const wasSeen = this.#isSeen;
    this.#focus = afterKey(this.#focus, sequence, this.#io.now());
    if (this.#isSeen !== wasSeen) this.#presence.claim();
    this.#read();
  }

  /** The person is looking, so the finished turn is read. */
  #read(): void {
    if (!this.#isCaughtUp || !this.#state || !this.#isSeen || this.#buffer.isHolding) return;
    const { id } = this.#session;
    const { turn, lifecycle } = this.#state;
    const results = waitingFor(id, this.#state).filter(({ kind }) => kind !== "needs_you");
    const seq = Math.max(turn.last?.seq ?? 0, ...results.map((one) => one.seq));
    if (seq <= Math.max(this.#readSeq, lifecycle.acknowledgedSeq)) return;
    this.#readSeq = seq;
    this.#act(() => this.#client.acknowledge(id, seq));
  }

  #show(frame: AttentionFrame): void {
    const attention = this.#presence.show(frame);
    if (frame.frame === "attention_cleared") this.#elsewhere.drop(frame.id);
    if (attention !== null && attention.session !== this.#session.id) this.#elsewhere.add(attention);
    this.#tellElsewhere();
    this.#draw();
  }

  #tellElsewhere(): void {
    if (!this.#isAsked) for (const text of this.#elsewhere.tell()) this.#remark(this.#row(text));
  }

  /** A question is, or is about to be, on the screen: no agent's text may come below it. */
  get #isAsked(): boolean {
    return this.#buffer.isHolding || this.#printer.openQuestion !== null;
  }

  get #isTurnOpen(): boolean {
    return this.#state !== null && this.#state.turn.open !== null;
  }

  /** A prompt that is sent now would wait. */
  get #isBusy(): boolean {
    return this.#isTurnOpen || (this.#state !== null && statusOf(this.#state, this.#now).word === "starting");
  }

  get #now(): string {
    return new Date(this.#io.now()).toISOString();
  }

  #press(key: Key): void {
    if (this.#ahead) {
      this.#ahead.push(key);
      return;
    }
    if (key.name === "tab" && !key.isPasted && this.#complete()) return;
    const typed = typeKey(this.#typing, key, this.#io.now());
    if (typed.kind === "leave") {
      this.#leaving.abort();
      return;
    }
    if (typed.kind === "interrupt") {
      this.#stop();
      return;
    }
    if (typed.kind === "suspend") {
      void this.#stepAside();
      return;
    }
    if (typed.kind === "redraw") {
      this.#screen.clear();
      this.#askAgain();
      this.#draw();
      return;
    }
    this.#typing = typed.typing;
    this.#do(typed);
    this.#draw();
  }

  #stop(): void {
    const stop = stopFor(this.#state, this.#turnEnd, this.#io.now());
    if (stop.kind === "too_late") this.#remark(TOO_LATE);
    if (stop.kind !== "stop") return;
    this.#act(async () => {
      const remark = await stopTurn(this.#client, this.#session.id, stop);
      if (remark !== null) this.#remark(remark);
    });
  }

  /** Whether Tab completed a command's name. */
  #complete(): boolean {
    const completed = completeCommand(this.#typing, this.#state?.binding.commands ?? []);
    if (!completed) return false;
    this.#typing = completed.typing;
    const { choices } = completed;
    if (choices.length > 0) this.#remark(choices.map((name) => `/${safeLine(name)}`).join(" "));
    this.#draw();
    return true;
  }

  #do(typed: Exclude<TypingResult, { kind: "leave" | "interrupt" | "redraw" | "suspend" }>): void {
    switch (typed.kind) {
      case "prompt": {
        const { text, isNow } = typed;
        this.#turnEnd = null;
        // A prompt with `isNow` stops the turn, and closes its question.
        this.#act(async () => {
          const commands = this.#state?.binding.commands ?? null;
          const remark = await sendInput(this.#client, this.#session, { text, isNow, commands });
          if (remark !== null) this.#remark(remark);
        });
        return;
      }
      case "answer":
        this.#questions.give(typed.text);
        this.#ahead = [];
        setImmediate(() => {
          const ahead = this.#ahead ?? [];
          this.#ahead = null;
          for (const one of ahead) this.#press(one);
        });
        return;
      case "kept":
        // The notice could not have been read yet: it appears when Enter is pressed again.
        if (!this.#isCaughtUp) {
          this.#typing = { ...this.#typing, kept: null };
          return;
        }
        this.#remark(this.#reason(typed.why));
        void shown(this.#io.stdout).then(() => {
          this.#typing = withRead(this.#typing, typed.kept);
          this.#draw();
        });
        return;
      case "edit":
        return;
      default:
        typed satisfies never;
    }
  }

  /** Why Enter did nothing. */
  #reason(why: Why): string {
    switch (why.kind) {
      case "before":
        return "not sent: a question is open, and you began this line before it was shown";
      case "not_an_answer":
        return why.problem;
      case "is_an_answer":
        return "not sent: this is an answer; press Enter to give it";
      case "just_settled":
        return "not sent: that question is no longer open; press Enter again to send it as a prompt";
      case "settled": {
        const question = this.#printer.question(why.question);
        if (question?.state === "asked") return "not sent: you typed this line before the question was asked";
        const by = question?.by?.name ?? question?.by?.kind;
        const end = by === undefined ? "is no longer open" : `was answered by ${safeLine(by)}`;
        return `not sent: the question that it was typed for ${end}`;
      }
      default:
        return why satisfies never;
    }
  }

  #act(task: () => Promise<unknown>): void {
    this.#tasks.run(task).catch((error) => this.#complain(error));
  }

  #complain(error: unknown): void {
    const { message, fix } = explain(error);
    const rows = (text: string, words: string): string => agentRows(safeLine(text), this.#style, words, inFailure);
    this.#printer.page.line(`${this.#style.red("error:")} ${rows(message, "error: ")}`);
    const told = fix && fillIn(fix, { ref: this.#ref });
    if (told) this.#printer.page.line(this.#style.dim(`fix: ${rows(told, "fix: ")}`));
  }

  get #context(): { columns: number; measure: Measure; style: Style } {
    return { columns: this.#screen.columns, measure: this.#measure, style: this.#style };
  }

  /** A row that never wraps: text that continues in the next row could look like anything. */
  #row(text: string): string {
    return fitted(text, this.#screen.columns - 1, this.#context);
  }

  #remark(text: string): void {
    const rows = text.split("\n").map((line) => agentRows(line, this.#style, ""));
    this.#printer.page.line(this.#style.dim(rows.join("\n")));
  }

  #draw(): void {
    if (!this.#isCaughtUp || !this.#closeTerminal || this.#leaving.signal.aborted) return;
    const context = this.#context;
    const { editor, aside, kept, asked } = this.#typing;
    const row = composerRow(editor, { label: this.#label(), ...context });
    const about = { nowMs: this.#io.now(), ref: this.#ref, isAsked: this.#isAsked, ...context };
    const options = { ...about, isBusy: this.#isBusy && asked === null && !isDraft(this.#typing) };
    const rows = this.#state
      ? [...taskRow(this.#state, about), ...queueRows(this.#state, { ...options, sent: this.#sent })]
      : [];
    const draft = { aside: aside?.text ?? null, isDraft: isDraft(this.#typing), isKept: kept?.isRead === true };
    const { ellipsis } = this.#style.glyphs;
    const more = `${ellipsis} the agent continues: the rest is shown when this is answered`;
    this.#screen.compose(row, [
      ...(this.#buffer.hasMore ? [this.#style.dim(this.#row(more))] : []),
      ...rows,
      ...this.#elsewhere.row.map((text) => this.#style.dim(this.#row(text))),
      ...draftRows({ ...draft, asked: asked === "unready" ? null : (asked?.label ?? null) }, about),
    ]);
  }

  /** What Enter would do. */
  #label(): string {
    const { prompt } = this.#style.glyphs;
    const { asked } = this.#typing;
    if (isDraft(this.#typing)) return `draft ${prompt} `;
    if (asked !== null && asked !== "unready") {
      const { label, title } = asked;
      return title === undefined ? label : questionLabel(title, label, this.#context);
    }
    return this.#isBusy ? `queue ${prompt} ` : `${prompt} `;
  }
}
