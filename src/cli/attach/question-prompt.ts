// The open question of an attached session: shown with the rule that an answer could make, and answered in the line below.
import type { Client, ListedSession } from "../../client/index.ts";
import type { BlockOf } from "../../core/index.ts";
import { askQuestion, type Given } from "../answer/ask-question.ts";
import { giveAnswer, missedText } from "../answer/give-answer.ts";
import type { AskOptions, Dialogue } from "../dialogue/dialogue.ts";
import { answerableChoices, type Choice, findSpoken, numbersOf } from "../render/choices.ts";
import type { Ask } from "./typing.ts";

type Question = BlockOf<"permission">;

export interface Asking {
  readonly client: Client;
  readonly session: ListedSession;
  /** Puts the question on the screen. `rule` undefined: unknown. */
  ask(question: Question, rule?: { text: string; file: string } | null): void;
  columns(): number;
  show(lines: readonly string[]): void;
  /** Resolves when a person can have read what is on the screen. */
  shown(): Promise<void>;
  /** Called when the effect of Enter changes. */
  asked(asked: Ask | "unready" | null): void;
  failed(error: unknown): void;
}

interface OpenPrompt {
  readonly id: string;
  readonly closed: AbortController;
  give: (typed: string | null) => void;
}

export class QuestionPrompt {
  readonly #asking: Asking;
  #current: OpenPrompt | null = null;
  #giving: Promise<unknown> = Promise.resolve();

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** Resolves when the outcome of the answer is shown. */
  get settled(): Promise<unknown> {
    return this.#giving;
  }

  /** The person's answer. */
  give(text: string): void {
    this.#asking.asked("unready");
    this.#current?.give(text);
  }

  /** The oldest open question, or none. */
  attend(question: Question | null): void {
    if (this.#current?.id !== question?.id) this.#begin(question);
  }

  /** Asks the open question again, because it is no longer on the screen: what was typed for it until now is not an answer. */
  again(question: Question): void {
    if (this.#current?.id === question.id) this.#begin(question);
  }

  #begin(question: Question | null): void {
    this.#current?.closed.abort();
    this.#current = null;
    this.#asking.asked(question ? "unready" : null);
    if (!question) return;
    const prompt: OpenPrompt = { id: question.id, closed: new AbortController(), give: () => {} };
    prompt.closed.signal.addEventListener("abort", () => prompt.give(null));
    this.#current = prompt;
    void this.#askQuestion(question, prompt);
  }

  async #askQuestion(question: Question, prompt: OpenPrompt): Promise<void> {
    const { client, session, ask, show, columns, failed } = this.#asking;
    // The question can be answered without the rule, too.
    const detail = await client.permission(session.id, question.id).catch(() => null);
    if (prompt.closed.signal.aborted) return;
    const rule = detail?.rule ?? null;
    ask(question, rule);
    const asked = { ...question, session: session.id, name: session.name, rule };
    const dialogue: Dialogue = {
      get columns() {
        return columns();
      },
      show,
      ask: (label, options) => this.#ask(prompt, { label }, options),
    };
    const choices = answerableChoices(asked);
    while (!prompt.closed.signal.aborted) {
      const problem = (text: string) => (readAnswer(text, choices) ? null : howToAnswer(choices));
      const typed = await this.#ask(
        prompt,
        { label: `answer ${numbersOf(choices)} › `, title: question.title },
        { problem },
      );
      const said = typed === null ? null : readAnswer(typed, choices);
      if (!said) return;
      try {
        const answer = await askQuestion(dialogue, asked, said);
        if (prompt.closed.signal.aborted) return;
        const giving = answer && giveAnswer(client, asked, answer);
        this.#giving = Promise.allSettled([giving]);
        const outcome = await giving;
        if (!outcome) show(["not answered; it stays open"]);
        else if (outcome.kind !== "answered") show([missedText(asked, outcome)]);
        // The log reports the outcome.
        if (outcome) return;
      } catch (error) {
        failed(error);
      }
    }
  }

  async #ask(
    prompt: OpenPrompt,
    words: Pick<Ask, "label" | "title">,
    options: AskOptions = {},
  ): Promise<string | null> {
    const { shown, asked } = this.#asking;
    const { signal } = prompt.closed;
    const { problem = () => null, isFollowUp = false } = options;
    if (!isFollowUp) await shown();
    if (signal.aborted) return null;
    return new Promise((resolve) => {
      prompt.give = resolve;
      asked({ question: prompt.id, ...words, problem });
    });
  }
}

/** Words that introduce a reason; none of them could begin a prompt in this form. */
const denial = /^\s*(?:n|no|deny|reject)(?::\s*|,?\s+(?=because\s))(\S.*)$/is;

/** Only a whole line is an answer: "1", "yes", "n: it is too slow", "no because it is too slow". */
function readAnswer(typed: string, choices: readonly Choice[]): Given | null {
  const choice = findSpoken(typed, choices);
  if (choice) return { choice };
  const reason = denial.exec(typed)?.[1];
  const deny = choices.find(({ kind }) => kind === "deny");
  return reason !== undefined && deny ? { choice: deny, reason: reason.trim() } : null;
}

const howToAnswer = (choices: readonly Choice[]): string =>
  `not an answer: type ${numbersOf(choices)}${choices.some(({ kind }) => kind === "once") ? ", y" : ""}, n, or "n: why" and nothing else`;
