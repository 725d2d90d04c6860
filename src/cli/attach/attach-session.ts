// A session in the terminal: its transcript, then what happens, and a line to type in. Leaving it leaves the agent at work.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Event } from "../../core/index.ts";
import { explain } from "../explain.ts";
import type { Io } from "../io.ts";
import { Printer } from "../render/printer.ts";
import { referenceOf } from "../render/session-name.ts";
import type { Style } from "../render/style.ts";
import type { Measure } from "../render/text-width.ts";
import { wholeIfSaid } from "../session/whole-event.ts";
import { composerRow } from "./composer.ts";
import { openKeyboard } from "./keyboard.ts";
import { type Editor, emptyEditor, type Key, pressKey } from "./line-editor.ts";
import { respond } from "./respond.ts";
import { Screen } from "./screen.ts";

export interface Attaching {
  readonly client: Client;
  readonly session: ListedSession;
  readonly io: Io;
  readonly style: Style;
}

/** How much of the history is shown first; the rest is one command away. */
const HISTORY_EVENTS = 500;

/** Resolves when the person leaves; throws when the daemon stays away. */
export async function attachSession(attaching: Attaching): Promise<void> {
  const { default: measure } = await import("string-width");
  await new Attachment(attaching, measure).run();
}

class Attachment {
  readonly #client: Client;
  readonly #session: ListedSession;
  readonly #io: Io;
  readonly #style: Style;
  readonly #measure: Measure;
  readonly #screen: Screen;
  readonly #printer: Printer;
  readonly #leaving = new AbortController();
  #editor: Editor = emptyEditor;
  #isBusy: boolean;
  #isCaughtUp = false;
  /** What the person wants is done in the order they wanted it. */
  #doing: Promise<unknown> = Promise.resolve();

  constructor({ client, session, io, style }: Attaching, measure: Measure) {
    this.#client = client;
    this.#session = session;
    this.#io = io;
    this.#style = style;
    this.#measure = measure;
    this.#screen = new Screen(io.stdout, measure);
    this.#printer = new Printer({ write: (text) => this.#screen.write(text), style });
    this.#isBusy = session.status === "running" || session.status === "starting";
  }

  async run(): Promise<void> {
    const { stdin, stdout } = this.#io;
    const closeKeyboard = openKeyboard(stdin, stdout, (key) => this.#press(key));
    const stopListening = this.#io.onInterrupt(() => this.#leaving.abort());
    const draw = (): void => this.#draw();
    stdout.on("resize", draw);
    try {
      await this.#follow();
      await this.#doing;
    } finally {
      stdout.off("resize", draw);
      this.#screen.end();
      closeKeyboard();
      stopListening();
    }
  }

  async #follow(): Promise<void> {
    const { id, head, status, reason } = this.#session;
    const after = Math.max(0, head - HISTORY_EVENTS);
    if (after > 0)
      this.#remark(`${this.#style.glyphs.ellipsis} the beginning: skein show ${referenceOf(this.#session)}`);
    for await (const item of this.#client.follow(id, { after, signal: this.#leaving.signal })) {
      if (item.kind === "event") this.#take(await wholeIfSaid(this.#client, item.event));
      else if (item.frame.frame === "reset") this.#printer.reset();
      else if (item.frame.frame === "storage") this.#remark(item.frame.text);
      else if (item.frame.frame === "caught_up" && !this.#isCaughtUp) {
        this.#isCaughtUp = true;
        const isUnread = status === "waiting" && reason.code === "finished";
        if (isUnread) this.#act(() => this.#client.acknowledge(id, reason.seq));
        this.#draw();
      }
    }
  }

  #take(event: Event): void {
    this.#printer.feed(event);
    if (event.type === "turn_start") this.#isBusy = true;
    if (event.type === "turn_end") {
      this.#isBusy = false;
      // A person who watched the turn end has read it.
      if (this.#isCaughtUp) this.#act(() => this.#acknowledge(event.seq));
    }
    this.#draw();
  }

  async #acknowledge(seq: number): Promise<void> {
    await this.#client.acknowledge(this.#session.id, seq);
    const { prompt } = (await this.#client.session(this.#session.id)).state;
    if (prompt.paused && prompt.queue.length > 0) {
      this.#remark(`${prompt.queue.length} queued, held since the interrupt: they go on when you send something`);
    }
  }

  #press(key: Key): void {
    const pressed = pressKey(this.#editor, key);
    switch (pressed.kind) {
      case "leave":
        this.#leaving.abort();
        return;
      case "interrupt":
        if (this.#isBusy) this.#act(() => this.#client.interrupt(this.#session.id));
        return;
      case "submit":
        this.#act(() => this.#respond(pressed.text));
        break;
      case "edit":
        break;
      default:
        pressed satisfies never;
    }
    this.#editor = pressed.editor;
    this.#draw();
  }

  async #respond(text: string): Promise<void> {
    const said = await respond(this.#client, this.#session, { text, question: this.#printer.openQuestion });
    if (said !== null) this.#remark(said);
  }

  #act(task: () => Promise<unknown>): void {
    this.#doing = this.#doing.then(task).catch((error) => {
      const { message, fix } = explain(error);
      this.#printer.page.line(`${this.#style.red("error:")} ${message}`);
      if (fix) this.#remark(`fix: ${fix}`);
    });
  }

  #remark(text: string): void {
    this.#printer.page.line(this.#style.dim(text));
  }

  #draw(): void {
    if (!this.#isCaughtUp || this.#leaving.signal.aborted) return;
    const row = { label: this.#label(), columns: this.#screen.columns, measure: this.#measure };
    this.#screen.compose(composerRow(this.#editor, row));
  }

  /** What Enter would do. */
  #label(): string {
    const question = this.#printer.openQuestion;
    const { prompt } = this.#style.glyphs;
    if (question) return `answer 1-${question.options.length} ${prompt} `;
    return this.#isBusy ? `queue ${prompt} ` : `${prompt} `;
  }
}
