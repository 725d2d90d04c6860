// Push messages to the browsers of devices, also while the page is closed. Each goes through the push service of the browser's maker, encrypted.
import { createHash } from "node:crypto";
import type { Attention, AttentionKind } from "../../../core/index.ts";
import type { Clock } from "../../../session/index.ts";
import type { Journal } from "../../journal.ts";
import { areUsable, encrypt } from "./encrypt.ts";
import { isPushEndpoint, type SendPush } from "./send-push.ts";
import { authorizationFor } from "./server-key.ts";
import { type Subscription, Subscriptions, type WaitingMessage } from "./subscriptions.ts";

/** Why a message is sent. */
export type PushReason = "raised" | "reminder" | "test";

interface Dependencies {
  readonly path: string;
  readonly send: SendPush;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "info" | "error">;
  /** What a notification is about; null if it is settled. */
  readonly openAttention: (id: string) => Attention | null;
}

/** All messages have this length, unless they are longer: what a push service passes on tells it nothing. */
const PADDED_BYTES = 1024;
/** How long a push service keeps a message for a device that is offline. */
const KEPT_SECONDS: Readonly<Record<AttentionKind, number>> = {
  needs_you: 24 * 3600,
  failed: 12 * 3600,
  finished: 4 * 3600,
};
/** After a fault that may pass. */
const RETRY_MS = [5_000, 60_000, 10 * 60_000] as const;
/** Of more than this the oldest are dropped. */
const MAX_WAITING = 500;

const GONE = [404, 410];
const passes = (status: number): boolean => status === 429 || status >= 500;

export class Push {
  readonly #deps: Dependencies;
  readonly #subscriptions: Subscriptions;
  readonly #sending = new Set<Promise<void>>();
  readonly #retries = new Set<() => void>();
  /** Devices that are being sent a message for a try. */
  readonly #tested = new Set<string>();
  #isClosed = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#subscriptions = new Subscriptions(deps.path, deps.journal);
  }

  get publicKey(): string {
    return this.#subscriptions.key.publicKey;
  }

  subscriptionOf(device: string): Subscription | null {
    return this.#subscriptions.of(device);
  }

  /** What of it no browser could have given; null if it is kept. */
  subscribe(subscription: Subscription): "endpoint" | "keys" | null {
    if (!isPushEndpoint(subscription.endpoint)) return "endpoint";
    if (!areUsable(subscription.keys)) return "keys";
    this.#subscriptions.keep(subscription);
    return null;
  }

  unsubscribe(devices: readonly string[]): void {
    this.#subscriptions.remove(devices);
  }

  /** The devices that want to know of this. */
  wanting(kind: AttentionKind): readonly string[] {
    return this.#subscriptions
      .list()
      .filter(({ kinds }) => kinds.includes(kind))
      .map(({ device }) => device);
  }

  /** After how many minutes each device wants to be reminded. */
  reminders(): readonly Pick<Subscription, "device" | "remindMinutes">[] {
    return this.#subscriptions
      .list()
      .filter(({ remindMinutes, kinds }) => remindMinutes > 0 && kinds.includes("needs_you"));
  }

  /** Takes up what waited for a later try when the last daemon ended. */
  start(): void {
    for (const one of this.#subscriptions.waiting) this.#retry(one);
  }

  /** Returns at once; failures are in the journal. */
  tell(devices: readonly string[], reason: Exclude<PushReason, "test">, attention: Attention): void {
    for (const device of devices) this.#try({ device, reason, attention }, 0);
  }

  /** One at a time, and without later tries: somebody waits for it, and can try again. */
  test(device: string, attention: Attention): void {
    if (this.#tested.has(device)) return;
    this.#tested.add(device);
    this.#try({ device, reason: "test", attention }, RETRY_MS.length);
  }

  /** Resolves when nothing is being sent; the next daemon makes the later tries. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
    await Promise.all(this.#sending);
  }

  /** To where the device takes messages now. */
  #try(message: Message, tries: number): void {
    const { device, reason } = message;
    const subscription = this.#subscriptions.of(device);
    if (!subscription) return;
    const sending = this.#send(message, subscription, tries)
      .catch((error) => this.#deps.journal.error("a push message failed", error))
      .finally(() => {
        this.#sending.delete(sending);
        if (reason === "test") this.#tested.delete(device);
      });
    this.#sending.add(sending);
  }

  async #send(message: Message, subscription: Subscription, tries: number): Promise<void> {
    const { journal, send } = this.#deps;
    const { attention } = message;
    const status = await send(this.#requestFor(message, subscription)).catch((error) => error as Error);
    if (typeof status === "number" && status >= 200 && status < 300) return;
    const { device, endpoint } = subscription;
    const { host } = new URL(endpoint);
    if (typeof status === "number" && GONE.includes(status)) {
      // The person revoked it, or reinstalled the page, which then subscribes again.
      if (this.#subscriptions.of(device)?.endpoint === endpoint) this.#subscriptions.remove([device]);
      return journal.info("a device takes no push messages any more", { device, host });
    }
    const delayMs = RETRY_MS[tries];
    if (delayMs === undefined || (typeof status === "number" && !passes(status))) {
      const why = typeof status === "number" ? `${host} answered ${status}` : status;
      return journal.error(`a push message of ${attention.kind} was not delivered`, why);
    }
    this.#tryLater(message, tries + 1, delayMs);
  }

  /** On disk, because nobody else would tell of it any more. */
  #tryLater({ device, reason, attention }: Message, tries: number, delayMs: number): void {
    if (reason === "test") return;
    const dueMs = Date.parse(this.#deps.clock.now()) + delayMs;
    const one: WaitingMessage = { device, reason, attention: attention.id, tries, dueMs };
    this.#subscriptions.keepWaiting([...this.#subscriptions.waiting, one].slice(-MAX_WAITING));
    this.#retry(one);
  }

  #retry(one: WaitingMessage): void {
    if (this.#isClosed) return;
    const { clock, openAttention } = this.#deps;
    const delayMs = Math.max(0, one.dueMs - Date.parse(clock.now()));
    // A clock that was set back makes nobody wait for longer.
    const cancel = clock.after(Math.min(delayMs, Math.max(...RETRY_MS)), () => {
      this.#retries.delete(cancel);
      const { waiting } = this.#subscriptions;
      if (!waiting.includes(one)) return;
      this.#subscriptions.keepWaiting(waiting.filter((other) => other !== one));
      const { device, reason, tries } = one;
      const attention = openAttention(one.attention);
      if (attention) this.#try({ device, reason, attention }, tries);
    });
    this.#retries.add(cancel);
  }

  #requestFor({ reason, attention }: Message, { endpoint, keys, origin }: Subscription): Parameters<SendPush>[0] {
    const { id, kind } = attention;
    const nowMs = Date.parse(this.#deps.clock.now());
    // Addresses that nobody outside can reach are none for a push service's people.
    const contact = origin.startsWith("https:") ? origin : "mailto:skein@localhost";
    const body = encrypt(Buffer.from(JSON.stringify(payloadOf(reason, attention))), keys, { padTo: PADDED_BYTES });
    const headers = {
      authorization: authorizationFor(this.#subscriptions.key, { endpoint, contact, nowMs }),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: `${KEPT_SECONDS[kind]}`,
      urgency: kind === "finished" ? "normal" : "high",
      // One that was not delivered yet is replaced by a later one of the same name.
      topic: createHash("sha256").update(id).digest("base64url").slice(0, 32),
    };
    return { endpoint, headers, body };
  }
}

interface Message {
  readonly device: string;
  readonly reason: PushReason;
  readonly attention: Attention;
}

/** What the page's service worker shows. */
const payloadOf = (reason: PushReason, { id, kind, session, seq, name, text, at }: Attention): object => ({
  ...{ v: 1, reason, id, kind, session, seq, name, text, at },
});
