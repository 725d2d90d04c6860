// The outbox: prompts that the daemon does not have yet. The browser stores each one until the daemon has it. They are sent in order per
// session, by one tab at a time. Each has its id from the start, so it arrives once.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Deliver, UploadProgress } from "./deliver.ts";
import { isKeptPrompt } from "./kept-records.ts";
import {
  afterLog,
  entryOf,
  inWriting,
  type KeptPrompt,
  type OutboxEntry,
  type PromptOptions,
  type PromptWords,
  type Reason,
} from "./outbox-entry.ts";
import type { Outcome } from "./send-outcome.ts";

export type OutboxNews =
  | { readonly kind: "changed"; readonly session: string }
  | { readonly kind: "saved"; readonly session: string; readonly id: string; readonly seq: number };

export interface OutboxPorts {
  readonly store: {
    all(): Promise<readonly unknown[]>;
    put(prompt: KeptPrompt): Promise<void>;
    remove(id: string): Promise<void>;
  };
  readonly deliver: Deliver;
  /** Runs the action in one tab at a time. */
  readonly exclusively: <T>(name: string, action: () => Promise<T>) => Promise<T>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Tells the other tabs. */
  readonly announce: (news: OutboxNews) => void;
  readonly newId: () => string;
  readonly nowMs: () => number;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** After this many faults a prompt is refused, so that it does not block those behind it. */
const MAX_FAULTS = 5;
/** How many delivered entries per session are still shown. */
const REMEMBERED = 20;

const EDITED_TOO_LATE: Reason = {
  code: "sent_before_edit",
  text: "The earlier version was sent while you edited it. Send this version again if it is needed, too.",
};

type Entries = readonly OutboxEntry[];

export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #sessions = new Map<string, Signal<Entries>>();
  /** Being written to the store. */
  readonly #unstored = new Set<string>();
  /** Sessions whose prompts this tab is sending; true = check again afterwards. */
  readonly #sending = new Map<string, boolean>();
  readonly #faults = new Map<string, number>();
  /** Prompts that this tab is sending just now, and how to stop their uploads. */
  readonly #underWay = new Map<string, AbortController>();
  readonly #uploads: Signal<ReadonlyMap<string, UploadProgress>> = signal(new Map());
  #pause = new AbortController();

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** Continues with stored prompts of an earlier visit. */
  async open(): Promise<void> {
    const sessions = new Set((await this.#all()).map(({ session }) => session));
    for (const session of sessions) await this.#reload(session);
    for (const session of sessions) this.#send(session);
  }

  /** A session's prompts in the order in which they were written: the waiting ones, and the last delivered ones. */
  of(session: string): ReadonlySignal<Entries> {
    return this.#of(session);
  }

  /** The uploads of this tab, by prompt. */
  get uploads(): ReadonlySignal<ReadonlyMap<string, UploadProgress>> {
    return this.#uploads;
  }

  /** Resolves to the prompt's id when the browser has stored it. */
  async send(session: string, { text, attachments = [], ...options }: NewPrompt): Promise<string> {
    const id = this.#ports.newId().toLowerCase();
    const last = this.#of(session).value.at(-1)?.writtenAt ?? 0;
    const writtenAt = Math.max(this.#ports.nowMs(), last + 1);
    await this.#keep({ id, session, text, attachments, options, writtenAt, revision: 0, refusal: null });
    return id;
  }

  /** Changes a waiting or refused prompt; a refused one is sent again. */
  async edit(id: string, words: PromptWords): Promise<void> {
    const entry = this.#find(id);
    if (entry) await this.#renew(entry, words);
  }

  /** Sends a refused prompt again. */
  async retry(id: string): Promise<void> {
    const entry = this.#find(id);
    if (entry?.state === "refused") await this.#renew(entry, {});
  }

  /** Drops a waiting or refused prompt. */
  async discard(id: string): Promise<void> {
    const entry = this.#find(id);
    if (!entry) return;
    await this.#ports.store.remove(id);
    this.#underWay.get(id)?.abort();
    this.#change(entry.session, (entries) => entries.filter((other) => other.id !== id));
    this.#ports.announce({ kind: "changed", session: entry.session });
  }

  /** Updates entries from the log of an open session. */
  look(session: string, state: Parameters<typeof afterLog>[1]): void {
    const entries = this.#of(session).peek();
    if (!entries.some(({ state }) => state === "saved")) return;
    const seen = entries.flatMap((entry) => (entry.state === "saved" ? (afterLog(entry, state) ?? []) : entry));
    if (seen.length !== entries.length || seen.some((entry, at) => entry !== entries[at])) this.#set(session, seen);
  }

  /** The connection is back: sends waiting prompts at once. */
  nudge(): void {
    this.#pause.abort();
    this.#pause = new AbortController();
  }

  /** Another tab has changed something. */
  async hear(news: OutboxNews): Promise<void> {
    if (news.kind === "saved") return this.#mark(news);
    await this.#reload(news.session);
    this.#send(news.session);
  }

  async #all(): Promise<KeptPrompt[]> {
    return (await this.#ports.store.all()).filter(isKeptPrompt);
  }

  #of(session: string): Signal<Entries> {
    const known = this.#sessions.get(session) ?? signal<Entries>([]);
    this.#sessions.set(session, known);
    return known;
  }

  /** A prompt that the daemon does not have. */
  #find(id: string): OutboxEntry | undefined {
    const all = [...this.#sessions.values()].flatMap(({ value }) => value);
    return all.find((entry) => entry.id === id && (entry.state === "waiting" || entry.state === "refused"));
  }

  /** A refusal is recorded under the prompt's id, so sending it again needs a new id. */
  async #renew(entry: OutboxEntry, words: Partial<PromptWords>): Promise<void> {
    this.#underWay.get(entry.id)?.abort();
    const { state: _, seq: __, ...kept } = entry;
    const id = kept.refusal === null ? kept.id : this.#ports.newId().toLowerCase();
    if (id !== kept.id) await this.#ports.store.remove(kept.id);
    this.#change(kept.session, (entries) => entries.filter((other) => other.id !== kept.id));
    await this.#keep({ ...kept, ...words, id, revision: kept.revision + 1, refusal: null });
  }

  async #keep(prompt: KeptPrompt): Promise<void> {
    const { id, session } = prompt;
    this.#unstored.add(id);
    this.#change(session, (entries) => [...entries.filter((other) => other.id !== id), entryOf(prompt)]);
    try {
      await this.#ports.store.put(prompt);
    } finally {
      this.#unstored.delete(id);
    }
    this.#ports.announce({ kind: "changed", session });
    this.#send(session);
  }

  async #reload(session: string): Promise<void> {
    const kept = (await this.#all()).filter((prompt) => prompt.session === session);
    // Another tab has dropped it.
    for (const { id } of this.#of(session).peek())
      if (!kept.some((prompt) => prompt.id === id)) this.#underWay.get(id)?.abort();
    this.#change(session, (entries) => {
      const arrived = entries.filter(
        ({ id, state }) => state === "saved" || state === "taken" || this.#unstored.has(id),
      );
      const known = new Set(arrived.map(({ id }) => id));
      return [...arrived, ...kept.filter(({ id }) => !known.has(id)).map(entryOf)];
    });
  }

  #change(session: string, change: (entries: Entries) => Entries): void {
    this.#set(session, change(this.#of(session).peek()).toSorted(inWriting));
  }

  #set(session: string, entries: Entries): void {
    const arrived = entries.filter(({ state }) => state === "saved" || state === "taken");
    const forgotten = new Set(arrived.slice(0, -REMEMBERED));
    this.#of(session).value = entries.filter((entry) => !forgotten.has(entry));
  }

  #mark({ session, id, seq }: Extract<OutboxNews, { kind: "saved" }>): void {
    this.#change(session, (entries) =>
      entries.map((entry) => (entry.id === id ? { ...entry, state: "saved", seq } : entry)),
    );
  }

  /** Sends a session's waiting prompts one after the other. */
  #send(session: string): void {
    const isUnderWay = this.#sending.has(session);
    this.#sending.set(session, isUnderWay);
    if (isUnderWay) return;
    this.#sendAll(session)
      .finally(() => {
        const isWanted = this.#sending.get(session);
        this.#sending.delete(session);
        if (isWanted) this.#send(session);
      })
      .catch(() => undefined);
  }

  async #sendAll(session: string): Promise<void> {
    for (let failures = 0; ; ) {
      const did = await this.#ports.exclusively(`skein outbox ${session}`, () => this.#sendFirst(session));
      if (did === "nothing") return;
      if (did === "sent") {
        failures = 0;
        continue;
      }
      const { signal: nudged } = this.#pause;
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures++, MAX_DELAY_MS);
      await this.#ports.wait(delayMs, nudged).catch(() => undefined);
      if (nudged.aborted) failures = 0;
    }
  }

  async #sendFirst(session: string): Promise<"sent" | "later" | "nothing"> {
    const waiting = (await this.#all()).filter((one) => one.session === session && one.refusal === null);
    const first = waiting.toSorted(inWriting)[0];
    if (!first) return "nothing";
    const stop = new AbortController();
    const outcome = this.#withoutFaults(first.id, await this.#deliver(first, stop));
    if (outcome.kind === "later") return stop.signal.aborted ? "sent" : "later";
    const now = (await this.#all()).find(({ id }) => id === first.id);
    // It was dropped meanwhile.
    if (!now) return "sent";
    if (outcome.kind === "refused") await this.#refuse(now, outcome.reason);
    else if (now.revision !== first.revision) await this.#refuse(now, EDITED_TOO_LATE);
    else await this.#saved(now, outcome.seq);
    return "sent";
  }

  async #deliver(prompt: KeptPrompt, stop: AbortController): Promise<Outcome> {
    const { id } = prompt;
    const tell = (progress: UploadProgress | null): void => {
      const others = [...this.#uploads.peek()].filter(([other]) => other !== id);
      this.#uploads.value = new Map(progress === null ? others : [...others, [id, progress]]);
    };
    this.#underWay.set(id, stop);
    try {
      return await this.#ports.deliver(prompt, { signal: stop.signal, onUpload: tell });
    } finally {
      this.#underWay.delete(id);
      if (this.#uploads.peek().has(id)) tell(null);
    }
  }

  async #saved({ id, session }: KeptPrompt, seq: number): Promise<void> {
    const news = { kind: "saved", session, id, seq } as const;
    this.#mark(news);
    // Announced before it is removed: otherwise a tab would see a prompt that is neither stored nor saved.
    this.#ports.announce(news);
    await this.#ports.store.remove(id);
  }

  async #refuse(prompt: KeptPrompt, refusal: Reason): Promise<void> {
    await this.#ports.store.put({ ...prompt, refusal });
    await this.#reload(prompt.session);
    this.#ports.announce({ kind: "changed", session: prompt.session });
  }

  #withoutFaults(id: string, outcome: Outcome): Outcome {
    if (outcome.kind !== "later" || !outcome.isFault) return outcome;
    const faults = (this.#faults.get(id) ?? 0) + 1;
    this.#faults.set(id, faults);
    if (faults < MAX_FAULTS) return outcome;
    this.#faults.delete(id);
    const text = `Skein failed ${MAX_FAULTS} times to take this prompt. Send it again, or run skein doctor on the machine.`;
    return { kind: "refused", reason: { code: "failed", text } };
  }
}

export type NewPrompt = { readonly text: string; readonly attachments?: PromptWords["attachments"] } & PromptOptions;
