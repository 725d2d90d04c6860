// Skein's API as typed calls. Here are those that read and follow sessions, and those that talk to their agents; the others are in the files that it extends.
import type { Event } from "../core/index.ts";
import {
  type CommandAnswer,
  type DiffAnswer,
  type EventPageAnswer,
  type FileList,
  type FindAnswer,
  type InboxAnswer,
  type ListedSession,
  limits,
  type OutlineAnswer,
  type PastPermission,
  type PermissionDetail,
  type PromptAnswer,
  type QueueAnswer,
  type SessionDetail,
  type TimelineAnswer,
  type UploadAnswer,
} from "../protocol/index.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import type { Followed } from "./consume-lines.ts";
import type { FollowedRow } from "./consume-rows.ts";
import type { FollowOptions } from "./follow.ts";
import { followRows, followSession, listSessions, readBlob, readRows, upToNow } from "./read-log.ts";
import { ACKNOWLEDGE_WITHIN_MS, type Delivery, send } from "./send.ts";
import { SessionCalls } from "./session-calls.ts";
import type { SessionsQuery } from "./session-filter.ts";
import { type CommandInput, tooLarge } from "./wire.ts";

export type { ClientOptions } from "./wire.ts";

export interface TimelineQuery {
  /** With the marks. */
  readonly marks?: 1;
  readonly limit?: number;
}

export interface OutlineQuery {
  readonly from?: number;
  readonly to?: number;
  /** At most 1,000 entries. */
  readonly limit?: number;
}

export interface DiffQuery {
  /** Its id, its number, or "last". */
  readonly turn?: string | undefined;
  /** Only this file, with more of its lines. */
  readonly path?: string | undefined;
  /** Without lines. */
  readonly stat?: boolean;
}

export interface FindQuery {
  readonly query: string;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Several separated by commas. */
  readonly kinds?: string | undefined;
  /** At most 200; 50 if absent. */
  readonly limit?: number | undefined;
}

export class Client extends SessionCalls {
  /** Prompts that followers have seen in the log. */
  readonly #acknowledgements = new Acknowledgements();

  /**
   * Listed sessions, archived ones, or both; of all workspaces, or of one (its id or an absolute path); newest activity first, unless sorted
   * otherwise.
   */
  sessions(query: SessionsQuery = {}): Promise<ListedSession[]> {
    return listSessions(this.wire, query);
  }

  session(session: string): Promise<SessionDetail> {
    return this.wire.call("session", { params: { session } });
  }

  /** One page of a log: the events after `after`, or the newest before `before`, always in log order. */
  events(session: string, query: { after?: number; before?: number; limit?: number }): Promise<EventPageAnswer> {
    return this.wire.call("events", { params: { session }, query });
  }

  /** Files and directories of the session's workspace by a few letters, best first. */
  files(session: string, query: string, { limit }: { limit?: number } = {}): Promise<FileList> {
    return this.wire.call("files", { params: { session }, query: { query, limit } });
  }

  /** Words in a session: back from the end, from before a seq, or forward behind one. */
  find(session: string, query: FindQuery): Promise<FindAnswer> {
    return this.wire.call("find", { params: { session }, query: { ...query } });
  }

  /** The session's turns at a glance; with `from` and `to`, a part of them. */
  outline(session: string, query: OutlineQuery = {}): Promise<OutlineAnswer> {
    return this.wire.call("outline", { params: { session }, query: { ...query } });
  }

  /** What the session changed, since its start or in one turn. */
  diff(session: string, query: DiffQuery = {}): Promise<DiffAnswer> {
    const { stat, ...rest } = query;
    return this.wire.call("diff", { params: { session }, query: { ...rest, ...(stat ? { stat: 1 } : {}) } });
  }

  /** The times of some events, and on request where prompts, questions, errors and tool calls are. */
  timeline(session: string, query: TimelineQuery = {}): Promise<TimelineAnswer> {
    return this.wire.call("timeline", { params: { session }, query: { ...query } });
  }

  /** The whole text of a blob, at the consumer's pace. It fails with an error, never silently. */
  blob(hash: string): AsyncGenerator<Uint8Array, void> {
    return readBlob(this.wire, hash);
  }

  /** Everything after the cursor, then live events, over any number of connections. */
  follow(session: string, options: FollowOptions): AsyncGenerator<Followed, void> {
    const see = (event: Event): void => this.#acknowledgements.see(session, event);
    return followSession(this.wire, session, { ...options, see });
  }

  /** Everything after the cursor, up to now. */
  log(session: string, options: FollowOptions): AsyncGenerator<{ event: Event; line: string }, void> {
    return upToNow(this.follow(session, options));
  }

  /** The list up to now, in the form that followers get. */
  rows(query: SessionsQuery = {}): Promise<FollowedRow[]> {
    return readRows(this.wire, query);
  }

  /** The list from the cursor on, then each row that changes, over any number of connections. */
  followRows(query: () => SessionsQuery, options: FollowOptions): AsyncGenerator<FollowedRow, void> {
    return followRows(this.wire, query, options);
  }

  prompt(session: string, body: CommandInput<"prompt">): Promise<CommandAnswer> {
    return this.wire.call("prompt", { params: { session }, body });
  }

  /**
   * Sends a prompt, and tells whether it is in the log. A lost answer does not matter if this client follows the session, because the log shows the
   * prompt, too. Without either in time it is sent once more under its id; after that its state is unknown.
   */
  send(
    session: string,
    body: CommandInput<"prompt">,
    { withinMs = ACKNOWLEDGE_WITHIN_MS.desktop }: { withinMs?: number } = {},
  ): Promise<Delivery> {
    // In the daemon's spelling, which the answer and the log use.
    const promptId = (body.id ?? this.wire.newId()).toLowerCase();
    const attempt = (signal: AbortSignal, onLost: () => void): Promise<CommandAnswer> =>
      this.wire.call("prompt", { params: { session }, body: { ...body, id: promptId }, watched: signal, onLost });
    const { wait } = this.wire.connection;
    return send({ promptId, withinMs, attempt, acknowledgements: this.#acknowledgements, wait });
  }

  /**
   * Stores a file, for a prompt to refer to. Uploading the same content again is harmless; a file without a prompt may be removed after an hour.
   */
  async upload(content: Uint8Array): Promise<UploadAnswer> {
    if (content.length > limits.fileBytes) throw tooLarge("file", content.length, limits.fileBytes);
    return this.wire.call("upload", { content });
  }

  /** The session's queue, in order. */
  queue(session: string): Promise<QueueAnswer> {
    return this.wire.call("prompts", { params: { session } });
  }

  /** The outcome of a prompt, however old. */
  promptOutcome(session: string, prompt: string): Promise<PromptAnswer> {
    return this.wire.call("promptOutcome", { params: { session, prompt } });
  }

  editPrompt(session: string, prompt: string, body: CommandInput<"editPrompt">): Promise<CommandAnswer> {
    return this.wire.call("editPrompt", { params: { session, prompt }, body });
  }

  withdrawPrompt(session: string, prompt: string, body: CommandInput<"withdrawPrompt"> = {}): Promise<CommandAnswer> {
    return this.wire.call("withdrawPrompt", { params: { session, prompt }, body });
  }

  changeQueue(session: string, body: CommandInput<"queue">): Promise<CommandAnswer> {
    return this.wire.call("queue", { params: { session }, body });
  }

  interrupt(session: string, body: CommandInput<"interrupt"> = {}): Promise<CommandAnswer> {
    return this.wire.call("interrupt", { params: { session }, body });
  }

  /** Everything that waits for a person, oldest first. */
  inbox(): Promise<InboxAnswer> {
    return this.wire.call("permissions");
  }

  /** A question with the rule that would answer it from now on; of a closed question, how it closed. */
  permission(session: string, permission: string): Promise<PermissionDetail | PastPermission> {
    return this.wire.call("permission", { params: { session, permission } });
  }

  /** Calls back whenever a question opens or closes, in any session; the first time at once. */
  async *questionsChange(signal: AbortSignal): AsyncGenerator<void, void> {
    // Most commands need no live list.
    const { questionsChange } = await import("./questions-change.ts");
    yield* questionsChange(this, { signal, wait: this.wire.connection.wait });
  }

  answer(session: string, permission: string, body: CommandInput<"answer">): Promise<CommandAnswer> {
    return this.wire.call("answer", { params: { session, permission }, body });
  }

  acknowledge(session: string, seq: number): Promise<CommandAnswer> {
    return this.wire.call("acknowledge", { params: { session }, body: { seq } });
  }
}
