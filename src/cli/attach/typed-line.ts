// The line being typed, and what its keys do: send a prompt, give an answer, complete a command, stop the turn.
import { type Key, shown } from "../terminal/index.ts";
import { safeLine } from "../text/safe-text.ts";
import type { AttachPage } from "./attach-page.ts";
import type { Attaching } from "./attaching.ts";
import { completeCommand } from "./complete-command.ts";
import { keptReason } from "./kept-reason.ts";
import { sendInput } from "./send-input.ts";
import type { SessionNow } from "./session-now.ts";
import { stopFor, stopTurn, TOO_LATE } from "./stop-turn.ts";
import { nothingTyped, type Typing, type TypingResult, typeKey, withAsked, withRead } from "./typing.ts";

export interface TypedLineOptions {
  readonly attaching: Attaching;
  readonly page: AttachPage;
  readonly now: SessionNow;
  /** What the person says to what is asked. */
  giveAnswer(text: string): void;
  leave(): void;
  stepAside(): void;
  /** The screen anew. */
  redraw(): void;
  draw(): void;
  /** The person's actions, carried out in order. */
  act(task: () => Promise<unknown>): void;
}

export class TypedLine {
  readonly #options: TypedLineOptions;
  /** The open question is unknown until the session is on the screen. */
  #typing: Typing = { ...nothingTyped, asked: "unready" };
  /** Keys that arrived together with an answer: they wait until its effect is known. */
  #ahead: Key[] | null = null;

  constructor(options: TypedLineOptions) {
    this.#options = options;
  }

  get typing(): Typing {
    return this.#typing;
  }

  /** Something else is asked, or nothing any more. */
  ask(asked: Typing["asked"]): void {
    this.#typing = withAsked(this.#typing, asked, this.#options.attaching.io.now());
  }

  /** The first look finds no open question; that does not mean that one was closed. */
  forgetSettled(): void {
    this.#typing = { ...this.#typing, settled: null };
  }

  press(key: Key): void {
    const { attaching, leave, stepAside, redraw, draw } = this.#options;
    if (this.#ahead) {
      this.#ahead.push(key);
      return;
    }
    if (key.name === "tab" && !key.isPasted && this.#complete()) return;
    const typed = typeKey(this.#typing, key, attaching.io.now());
    switch (typed.kind) {
      case "leave":
        leave();
        return;
      case "interrupt":
        this.#stop();
        return;
      case "suspend":
        stepAside();
        return;
      case "redraw":
        redraw();
        return;
      default:
        this.#typing = typed.typing;
        this.#do(typed);
        draw();
    }
  }

  #stop(): void {
    const { attaching, page, now, act } = this.#options;
    const stop = stopFor(now.state, now.turnEnd, attaching.io.now());
    if (stop.kind === "too_late") page.remark(TOO_LATE);
    if (stop.kind !== "stop") return;
    act(async () => {
      const remark = await stopTurn(attaching.client, attaching.session.id, stop);
      if (remark !== null) page.remark(remark);
    });
  }

  /** Whether Tab completed a command's name. */
  #complete(): boolean {
    const { page, now, draw } = this.#options;
    const completed = completeCommand(this.#typing, now.state?.binding.commands ?? []);
    if (!completed) return false;
    this.#typing = completed.typing;
    const { choices } = completed;
    if (choices.length > 0) page.remark(choices.map((name) => `/${safeLine(name)}`).join(" "));
    draw();
    return true;
  }

  #do(typed: Exclude<TypingResult, { kind: "leave" | "interrupt" | "redraw" | "suspend" }>): void {
    switch (typed.kind) {
      case "prompt":
        this.#send(typed);
        return;
      case "answer":
        this.#answer(typed.text);
        return;
      case "kept":
        this.#keep(typed);
        return;
      case "edit":
        return;
      default:
        typed satisfies never;
    }
  }

  #send({ text, isNow }: Extract<TypingResult, { kind: "prompt" }>): void {
    const { attaching, page, now, act } = this.#options;
    now.forgetTurnEnd();
    // A prompt with `isNow` stops the turn, and closes its question.
    act(async () => {
      const commands = now.state?.binding.commands ?? null;
      const remark = await sendInput(attaching.client, attaching.session, { text, isNow, commands });
      if (remark !== null) page.remark(remark);
    });
  }

  #answer(text: string): void {
    this.#options.giveAnswer(text);
    this.#ahead = [];
    setImmediate(() => {
      const ahead = this.#ahead ?? [];
      this.#ahead = null;
      for (const one of ahead) this.press(one);
    });
  }

  #keep({ why, kept }: Extract<TypingResult, { kind: "kept" }>): void {
    const { attaching, page, now, draw } = this.#options;
    // The notice could not have been read yet: it appears when Enter is pressed again.
    if (!now.isCaughtUp) {
      this.#typing = { ...this.#typing, kept: null };
      return;
    }
    page.remark(keptReason(why, (id) => page.printer.question(id)));
    void shown(attaching.io.stdout).then(() => {
      this.#typing = withRead(this.#typing, kept);
      draw();
    });
  }
}
