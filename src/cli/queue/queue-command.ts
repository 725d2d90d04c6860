// What every verb of `skein queue` works with: the session, what waits in it, and how to tell what was done.
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
  /** The session as a person writes it. */
  readonly ref: string;
  readonly items: readonly PromptItem[];
  /** As a whole, whatever holds single prompts. */
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

  /** A number means the list as it is now; what is done is done to the prompt's id. */
  find(typed: string): PromptItem {
    return findPrompt(typed, this.items, this.ref);
  }

  report(verb: string, { seq, outcome }: CommandAnswer, line: string): void {
    const { flags, say, printJson } = this.context;
    if (flags.json) printJson({ v: 1, session: this.session.id, did: verb, seq, ...outcome });
    say(line);
  }
}
