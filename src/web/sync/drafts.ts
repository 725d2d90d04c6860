// What a person has typed and not sent, per session: text, caret and files. The text is saved to local storage after a short delay, and at
// once when the page is hidden; files are saved to IndexedDB at once. A tab without focus shows what is typed in another tab.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { keptAttachments, keptText } from "./outbox/kept-records.ts";
import type { Attachment } from "./outbox/outbox-entry.ts";

export interface Draft {
  readonly text: ReadonlySignal<string>;
  readonly attachments: ReadonlySignal<readonly Attachment[]>;
  /** The position of the caret. */
  readonly caret: number;
  write(text: string, caret: number): void;
  attach(attachments: readonly Attachment[]): void;
  /** The draft was sent or given up. */
  clear(): void;
}

interface KeptFiles {
  readonly session: string;
  readonly attachments: readonly Attachment[];
}

export interface DraftPorts {
  readonly texts: {
    get(key: string): string | null;
    set(key: string, value: string | null): void;
  };
  readonly files: {
    get(session: string): Promise<KeptFiles | undefined>;
    put(session: string, files: KeptFiles): Promise<void>;
    remove(session: string): Promise<void>;
  };
  /** Calls back after a short delay; returns a function that cancels it. */
  readonly soon: (action: () => void) => () => void;
  /** Whether this tab has the focus. */
  readonly isInUse: () => boolean;
  /** Tells the other tabs that a draft's files have changed. */
  readonly announceFiles: (session: string) => void;
  readonly onFailure: (why: string) => void;
}

const PREFIX = "skein:draft:";

export class Drafts {
  readonly #ports: DraftPorts;
  readonly #drafts = new Map<string, KeptDraft>();

  constructor(ports: DraftPorts) {
    this.#ports = ports;
  }

  /** The draft of a session, or of another key. */
  of(session: string): Draft {
    return this.#of(session);
  }

  /** Saves the text now, because the page may end. */
  flush(): void {
    for (const draft of this.#drafts.values()) draft.flush();
  }

  /** Another tab has changed this key of local storage. */
  hearText(key: string | null): void {
    if (key?.startsWith(PREFIX)) this.#drafts.get(key.slice(PREFIX.length))?.readText();
  }

  /** Another tab has changed a draft's files. */
  async hearFiles(session: string): Promise<void> {
    await this.#drafts.get(session)?.readFiles();
  }

  #of(session: string): KeptDraft {
    const draft = this.#drafts.get(session) ?? new KeptDraft(session, this.#ports);
    this.#drafts.set(session, draft);
    return draft;
  }
}

class KeptDraft implements Draft {
  readonly text: Signal<string> = signal("");
  readonly attachments: Signal<readonly Attachment[]> = signal([]);
  caret = 0;
  readonly #session: string;
  readonly #ports: DraftPorts;
  /** Cancels the scheduled save; null if everything is saved. */
  #due: (() => void) | null = null;
  /** Counts changes of the files in this tab: a slower read from the storage is outdated. */
  #fileChanges = 0;

  constructor(session: string, ports: DraftPorts) {
    this.#session = session;
    this.#ports = ports;
    this.#takeText();
    ports.files.get(session).then(
      // Files that were attached during the read are added.
      (kept) => {
        this.attachments.value = [...keptAttachments(kept), ...this.attachments.peek()];
      },
      () => undefined,
    );
  }

  write(text: string, caret: number): void {
    this.caret = caret;
    this.text.value = text;
    this.#due ??= this.#ports.soon(() => this.flush());
  }

  attach(attachments: readonly Attachment[]): void {
    this.attachments.value = attachments;
    this.#fileChanges++;
    const { files, announceFiles, onFailure } = this.#ports;
    const session = this.#session;
    const kept = attachments.length === 0 ? files.remove(session) : files.put(session, { session, attachments });
    kept.then(
      () => announceFiles(session),
      (error) => onFailure(String(error)),
    );
  }

  clear(): void {
    this.write("", 0);
    this.flush();
    if (this.attachments.peek().length > 0) this.attach([]);
  }

  flush(): void {
    if (!this.#due) return;
    this.#due();
    this.#due = null;
    const text = this.text.peek();
    try {
      const kept = text === "" ? null : JSON.stringify({ text, caret: this.caret });
      this.#ports.texts.set(PREFIX + this.#session, kept);
    } catch (error) {
      this.#ports.onFailure(error instanceof Error ? error.name : String(error));
    }
  }

  /** Takes over another tab's text, but never while the person uses this tab. */
  readText(): void {
    if (!this.#ports.isInUse() && !this.#due) this.#takeText();
  }

  async readFiles(): Promise<void> {
    if (this.#ports.isInUse()) return;
    const changes = this.#fileChanges;
    const kept = await this.#ports.files.get(this.#session);
    if (changes === this.#fileChanges) this.attachments.value = keptAttachments(kept);
  }

  #takeText(): void {
    const { text, caret } = keptText(this.#keptJson());
    this.caret = caret;
    this.text.value = text;
  }

  #keptJson(): string | null {
    try {
      return this.#ports.texts.get(PREFIX + this.#session);
    } catch {
      return null;
    }
  }
}
