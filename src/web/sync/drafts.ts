// What a person has typed and not sent yet, for each session: text, caret and files. The text is written to local storage in a moment, and at once
// when the page is hidden; files go to IndexedDB as they come. A tab in which nobody types takes over what is typed in another one.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Attachment } from "./outbox-entry.ts";

export interface Draft {
  readonly text: ReadonlySignal<string>;
  readonly attachments: ReadonlySignal<readonly Attachment[]>;
  /** Where the caret was. */
  readonly caret: number;
  write(text: string, caret: number): void;
  attach(attachments: readonly Attachment[]): void;
  /** It was sent, or given up. */
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
  /** Calls back soon; returns a function that cancels it. */
  readonly soon: (action: () => void) => () => void;
  /** Whether the person is in this tab. */
  readonly isInUse: () => boolean;
  /** Tells the other tabs that a draft's files have changed. */
  readonly announceFiles: (session: string) => void;
  readonly onTrouble: (why: string) => void;
}

const PREFIX = "skein:draft:";

export class Drafts {
  readonly #ports: DraftPorts;
  readonly #drafts = new Map<string, KeptDraft>();

  constructor(ports: DraftPorts) {
    this.#ports = ports;
  }

  /** The draft of a session, or of anything else that has a name. */
  of(session: string): Draft {
    return this.#of(session);
  }

  /** The page may end now. */
  flush(): void {
    for (const draft of this.#drafts.values()) draft.flush();
  }

  /** Another tab has written this key of local storage. */
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
  /** Cancels the write that is due; null if everything is written. */
  #due: (() => void) | null = null;
  /** Counts changes of the files in this tab: what is read from the storage is older. */
  #fileChanges = 0;

  constructor(session: string, ports: DraftPorts) {
    this.#session = session;
    this.#ports = ports;
    this.#takeText();
    ports.files.get(session).then(
      // Who attached something before the storage answered keeps both.
      (kept) => {
        this.attachments.value = [...(kept?.attachments ?? []), ...this.attachments.peek()];
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
    const { files, announceFiles, onTrouble } = this.#ports;
    const session = this.#session;
    const kept = attachments.length === 0 ? files.remove(session) : files.put(session, { session, attachments });
    kept.then(
      () => announceFiles(session),
      (error) => onTrouble(String(error)),
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
      this.#ports.onTrouble(error instanceof Error ? error.name : String(error));
    }
  }

  /** Nothing is taken over under somebody's hands. */
  readText(): void {
    if (!this.#ports.isInUse() && !this.#due) this.#takeText();
  }

  async readFiles(): Promise<void> {
    if (this.#ports.isInUse()) return;
    const changes = this.#fileChanges;
    const kept = await this.#ports.files.get(this.#session);
    if (changes === this.#fileChanges) this.attachments.value = kept?.attachments ?? [];
  }

  #takeText(): void {
    const { text = "", caret = 0 } = this.#kept();
    this.caret = caret;
    this.text.value = text;
  }

  #kept(): { text?: string; caret?: number } {
    try {
      return JSON.parse(this.#ports.texts.get(PREFIX + this.#session) ?? "{}");
    } catch {
      return {};
    }
  }
}
