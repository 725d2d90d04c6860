// The question that an attached session waits on: shown with the rule that an answer could make, and answered in the line below.
import type { Client, ListedSession } from "../../client/index.ts";
import type { BlockOf } from "../../core/index.ts";
import { converse, type Given } from "../inbox/converse.ts";
import { giveAnswer, missedText } from "../inbox/give-answer.ts";
import { type Choice, choicesOf, findChoice, numbersOf } from "../render/choices.ts";

type Question = BlockOf<"permission">;

export interface Asking {
  readonly client: Client;
  readonly session: ListedSession;
  /** Puts the question on the screen. Without a word on the rule it is not known. */
  ask(question: Question, rule?: { text: string; file: string } | null): void;
  show(lines: readonly string[]): void;
  /** What Enter would do is different now. */
  labelled(): void;
  failed(error: unknown): void;
}

interface Talk {
  readonly id: string;
  readonly closed: AbortController;
  /** What is asked for now; null while nothing is. */
  label: string | null;
  give: (typed: string | null) => void;
}

export class QuestionTalk {
  readonly #asking: Asking;
  #talk: Talk | null = null;
  #giving: Promise<unknown> = Promise.resolve();

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** What the next line answers; null when it is a prompt. */
  get label(): string | null {
    return this.#talk?.label ?? null;
  }

  /** Resolves when what was answered is said. */
  get settled(): Promise<unknown> {
    return this.#giving;
  }

  /** Whether the line was an answer. One that is typed before the question is on the screen is none. */
  take(line: string): boolean {
    if (!this.#talk || this.#talk.label === null) return false;
    this.#talk.label = null;
    this.#talk.give(line);
    return true;
  }

  /** The oldest open question, or none. */
  attend(question: Question | null): void {
    if (this.#talk?.id === question?.id) return;
    this.#talk?.closed.abort();
    this.#talk = null;
    if (!question) return;
    const talk: Talk = { id: question.id, closed: new AbortController(), label: null, give: () => {} };
    talk.closed.signal.addEventListener("abort", () => talk.give(null));
    this.#talk = talk;
    void this.#converse(question, talk);
  }

  async #converse(question: Question, talk: Talk): Promise<void> {
    const { client, session, ask, show, failed } = this.#asking;
    // Without the rule the question can still be answered.
    const detail = await client.permission(session.id, question.id).catch(() => null);
    if (talk.closed.signal.aborted) return;
    ask(question, detail?.rule);
    const asked = { ...question, session: session.id, name: session.name, rule: detail?.rule ?? null };
    const dialogue = { show, ask: (label: string) => this.#ask(talk, label) };
    const choices = choicesOf(asked);
    while (!talk.closed.signal.aborted) {
      const typed = await dialogue.ask(`answer ${numbersOf(choices)} › `);
      if (typed === null) return;
      const said = readAnswer(typed, choices);
      if ("problem" in said) {
        show([said.problem]);
        continue;
      }
      try {
        const wish = await converse(dialogue, asked, said);
        if (talk.closed.signal.aborted) return;
        const giving = wish && giveAnswer(client, asked, wish);
        this.#giving = Promise.allSettled([giving]);
        const outcome = await giving;
        if (!outcome) show(["not answered; it stays open"]);
        else if (outcome.kind !== "answered") show([missedText(asked, outcome)]);
        // The log tells the rest.
        if (outcome) return;
      } catch (error) {
        failed(error);
      }
    }
  }

  #ask(talk: Talk, label: string): Promise<string | null> {
    if (talk.closed.signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      talk.give = resolve;
      talk.label = label;
      this.#asking.labelled();
    });
  }
}

/** "n it is too slow": the first word answers, the rest says why. */
function readAnswer(typed: string, choices: readonly Choice[]): Given | { problem: string } {
  const whole = findChoice(typed, choices);
  if (whole) return { choice: whole };
  const [, first = "", rest = ""] = /^\s*(\S+)\s*(.*)$/s.exec(typed) ?? [];
  const choice = rest === "" ? null : findChoice(first.replace(/[,.:;]$/, ""), choices);
  if (choice) return { choice, reason: rest.trim() };
  return {
    problem: `not sent: first answer the question, with ${numbersOf(choices)}, y or n ("n because …" says why)`,
  };
}
