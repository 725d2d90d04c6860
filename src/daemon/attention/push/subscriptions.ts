// Which devices want push messages, for what, and where they go; with the daemon's key and the messages that wait for a later try: one small file
// in the home.
import { renameSync } from "node:fs";
import { basename } from "node:path";
import * as z from "zod";
import { readTextOrNull } from "../../../home/index.ts";
import { attentionKinds } from "../../../protocol/index.ts";
import { orNull, replaceFileSync } from "../../../system/index.ts";
import type { Journal } from "../../journal.ts";
import { newServerKey, readServerKey, type ServerKey } from "./server-key.ts";

const subscriptionSchema = z.object({
  device: z.string(),
  /** Where the browser's push service takes messages for it: whoever has this address and the daemon's key can send some. */
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  /** Those that this version knows. */
  kinds: z.array(z.string()).transform((kinds) => attentionKinds.filter((kind) => kinds.includes(kind))),
  /** Minutes after which an unanswered question is told once more; 0 = never. */
  remindMinutes: z.number(),
  /** The page's address when the device subscribed. */
  origin: z.string(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const waitingSchema = z.object({
  device: z.string(),
  reason: z.enum(["raised", "reminder"]),
  /** The notification's id. */
  attention: z.string(),
  /** How often it was tried. */
  tries: z.number(),
  dueMs: z.number(),
});
export type WaitingMessage = z.infer<typeof waitingSchema>;

const fileSchema = z.object({
  key: z.object({ publicKey: z.string(), privateKey: z.string() }),
  subscriptions: z.array(z.unknown()),
  waiting: z.array(z.unknown()).default([]),
});

interface Found {
  readonly key: ServerKey;
  readonly subscriptions: readonly Subscription[];
  readonly waiting: readonly WaitingMessage[];
}

export class Subscriptions {
  readonly #path: string;
  #key: ServerKey | null;
  #list: readonly Subscription[];
  #waiting: readonly WaitingMessage[];
  readonly #journal: Pick<Journal, "error">;

  constructor(path: string, journal: Pick<Journal, "error">) {
    this.#path = path;
    this.#journal = journal;
    const found = readFile(path, journal);
    this.#key = found?.key ?? null;
    this.#list = found?.subscriptions ?? [];
    this.#waiting = found?.waiting ?? [];
  }

  /** Made when the first device asks for it. */
  get key(): ServerKey {
    if (!this.#key) {
      const key = newServerKey();
      this.#write(key, this.#list);
      this.#key = key;
    }
    return this.#key;
  }

  list(): readonly Subscription[] {
    return this.#list;
  }

  of(device: string): Subscription | null {
    return this.#list.find((one) => one.device === device) ?? null;
  }

  /** In place of what the device had. A browser that signed in again keeps its endpoint: its earlier device gives way. */
  keep(subscription: Subscription): void {
    const { device, endpoint } = subscription;
    const others = this.#list.filter((one) => one.device !== device && one.endpoint !== endpoint);
    this.#write(this.key, [...others, subscription]);
  }

  remove(devices: readonly string[]): void {
    const rest = this.#list.filter(({ device }) => !devices.includes(device));
    if (rest.length < this.#list.length) this.#write(this.key, rest);
  }

  /** Messages that wait for a later try, oldest first. */
  get waiting(): readonly WaitingMessage[] {
    return this.#waiting;
  }

  /** They are kept in memory also if they can't be written. */
  keepWaiting(waiting: readonly WaitingMessage[]): void {
    this.#waiting = waiting;
    try {
      this.#write(this.key, this.#list);
    } catch (error) {
      this.#journal.error("which push messages wait for a later try could not be written", error);
    }
  }

  #write(key: ServerKey, subscriptions: readonly Subscription[]): void {
    replaceFileSync(this.#path, JSON.stringify({ key, subscriptions, waiting: this.#waiting }), { isDurable: true });
    this.#list = subscriptions;
  }
}

/** A file that can't be used is set aside, because the next one takes its place: pages notice the new key and subscribe again. */
function readFile(path: string, journal: Pick<Journal, "error">): Found | null {
  try {
    const text = readTextOrNull(path);
    if (text === null) return null;
    const { key, subscriptions, waiting } = fileSchema.parse(JSON.parse(text));
    if (!readServerKey(key)) throw new Error("its key can't be used");
    return {
      key,
      subscriptions: subscriptions.flatMap((one) => subscriptionSchema.safeParse(one).data ?? []),
      waiting: waiting.flatMap((one) => waitingSchema.safeParse(one).data ?? []),
    };
  } catch (error) {
    journal.error(
      `who wants push messages is not known: ${path} can't be used and is kept as ${basename(path)}.unusable`,
      error,
    );
    orNull(() => renameSync(path, `${path}.unusable`));
    return null;
  }
}
