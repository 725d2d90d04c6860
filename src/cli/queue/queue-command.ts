// The shared context of all verbs of `skein queue`: the session, its queue, and the output.
import type { Client, CommandAnswer, ListedSession, PromptItem } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { findPrompt } from "../prompt/find-prompt.ts";

export const queueFlags = {
  before: { type: "string", value: "n | id", summary: "With move: to the place of this prompt" },
  first: { type: "boolean", summary: "With move: to the front" },
  end: { type: "boolean", formerly: ["last"], summary: "With move: to the end" },
} as const;

/** Words after the verb. */
export type Words = readonly string[];

export class QueueCommand {
  readonly client: Client;
  readonly session: ListedSession;
  /** The session's reference, as a person writes it. */
  readonly ref: string;
  readonly items: readonly PromptItem[];
  /** The whole queue, regardless of individually held prompts. */
  readonly isHeld: boolean;
  readonly context: Context<typeof queueFlags>;

  constructor(seen: Pick<QueueCommand, "client" | "session" | "ref" | "items" | "isHeld" | "context">) {
    this.client = seen.client;
    this.session = seen.session;
    this.ref = seen.ref;
    this.items = seen.items;
    this.isHeld = seen.isHeld;
    this.context = seen.context;
  }

  /** A number refers to the current list; the request uses the prompt's id. */
  find(typed: string): PromptItem {
    return findPrompt(typed, this.items, this.ref);
  }

  report(verb: string, { seq, outcome }: CommandAnswer, line: string): void {
    const { flags, say, printJson } = this.context;
    if (flags.json) printJson({ v: 1, session: this.session.id, did: verb, seq, ...outcome });
    say(line);
  }
}
