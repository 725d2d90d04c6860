// Tells the daemon what this terminal shows and whether the person looks at it, and shows notifications.
import type { Client } from "../../client/index.ts";
import type { Attention } from "../../core/index.ts";
import { TaskQueue } from "../../system/index.ts";
import type { Io } from "../io.ts";
import { notification, withdrawal } from "../terminal/index.ts";

export type AttentionFrame =
  | { readonly frame: "attention"; readonly attention: Attention; readonly client: string | null }
  | { readonly frame: "attention_cleared"; readonly id: string };

interface PresenceContext {
  readonly client: Client;
  readonly io: Io;
  /** The session that the person looks at now; null if unknown. */
  readonly seen: () => string | null;
}

const LEASE_SECONDS = 45;
const RENEW_MS = 15_000;
const LAST_WORD_MS = 300;

export class Presence {
  readonly #context: PresenceContext;
  readonly #id = crypto.randomUUID();
  readonly #shown = new Set<string>();
  readonly #renewing: NodeJS.Timeout;
  readonly #claims = new TaskQueue();

  constructor(context: PresenceContext) {
    this.#context = context;
    this.#renewing = setInterval(() => this.claim(), RENEW_MS).unref();
  }

  /** Reports the focus now, not only at the next renewal. */
  claim(): void {
    this.#say(LEASE_SECONDS);
  }

  async end(): Promise<void> {
    clearInterval(this.#renewing);
    this.#say(0);
    // Does not wait for a daemon that does not answer: the claim expires.
    await Promise.race([this.#claims.idle(), new Promise((resolve) => setTimeout(resolve, LAST_WORD_MS).unref())]);
  }

  /** Returns the notification's text if this terminal should show it. */
  show(frame: AttentionFrame): Attention | null {
    const { io } = this.#context;
    if (frame.frame === "attention_cleared") {
      if (this.#shown.delete(frame.id)) io.stdout.write(withdrawal(io.env, frame.id));
      return null;
    }
    const { attention, client } = frame;
    if (client !== this.#id) return null;
    this.#shown.add(attention.id);
    io.stdout.write(notification(io.env, attention));
    return attention;
  }

  /** One report at a time, so that the newest is the last. An unreachable daemon gets it with the next renewal. */
  #say(seconds: number): void {
    const { client, seen } = this.#context;
    const claim = (): Promise<unknown> => client.focus({ client: this.#id, session: seen(), seconds, notifies: true });
    this.#claims.run(claim).catch(() => {});
  }
}
