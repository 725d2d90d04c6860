// The API's calls that make, change and put away sessions: one for each operation.
import type {
  CommandAnswer,
  EmptyTrashAnswer,
  EnvironmentAnswer,
  ImportAnswer,
  ResolveAnswer,
  SessionAnswer,
  TrashList,
  VerifyAnswer,
} from "../protocol/index.ts";
import { DaemonCalls } from "./daemon-calls.ts";
import type { CommandInput } from "./wire.ts";

export class SessionCalls extends DaemonCalls {
  /** The session that a person means: a name, an id or id prefix; `@` for the directory's own; nothing for the default (see `by`). */
  resolve(query: { ref?: string | undefined; cwd: string }): Promise<ResolveAnswer> {
    return this.wire.call("resolve", { query });
  }

  create(body: CommandInput<"create">): Promise<SessionAnswer> {
    return this.wire.call("create", { body });
  }

  attach(body: CommandInput<"attach">): Promise<SessionAnswer> {
    return this.wire.call("attach", { body });
  }

  fork(session: string, body: CommandInput<"fork"> = {}): Promise<SessionAnswer> {
    return this.wire.call("fork", { params: { session }, body });
  }

  clear(session: string, body: CommandInput<"clear"> = {}): Promise<SessionAnswer> {
    return this.wire.call("clear", { params: { session }, body });
  }

  /**
   * Imports a session from an exported file, under its own id or a new one. The file is read and sent once: if the connection breaks, the call
   * fails and nothing was imported. `dry`: only checks it. `more`: what an imported
   * session got since in the program that recorded it; `after` is its last event here.
   */
  async importSession(
    content: AsyncIterable<Uint8Array>,
    {
      asNew = false,
      more,
      dry = false,
    }: { asNew?: boolean; more?: { session: string; after: number }; dry?: boolean } = {},
  ): Promise<ImportAnswer> {
    // The daemon is known to listen before the content is read.
    await this.server();
    const query = { as: more ? "more" : asNew ? "new" : undefined, ...more, dry: dry ? 1 : undefined };
    return this.wire.call("importSession", { query, content });
  }

  /** Refused if another session of the workspace has the name. */
  rename(session: string, name: string | null): Promise<CommandAnswer> {
    return this.wire.call("rename", { params: { session }, body: { value: name } });
  }

  select(session: string): Promise<CommandAnswer> {
    return this.wire.call("select", { params: { session } });
  }

  /** The names of variables that differ between the agent's environment and this one. */
  compareEnvironment(session: string, env: Record<string, string>): Promise<EnvironmentAnswer> {
    return this.wire.call("compareEnvironment", { params: { session }, body: { env } });
  }

  /** For people only. A running process keeps its environment. */
  renewEnvironment(
    session: string,
    env: Record<string, string>,
    { expect }: Pick<CommandInput<"renewEnvironment">, "expect"> = {},
  ): Promise<EnvironmentAnswer> {
    return this.wire.call("renewEnvironment", { params: { session }, body: { env, expect } });
  }

  /** `null`: the agent's own default; a new process has no mode */
  setMode(session: string, value: string | null): Promise<CommandAnswer> {
    return this.wire.call("setMode", { params: { session }, body: { value } });
  }

  setModel(session: string, value: string): Promise<CommandAnswer> {
    return this.wire.call("setModel", { params: { session }, body: { value } });
  }

  setLimits(session: string, body: CommandInput<"setLimits">): Promise<CommandAnswer> {
    return this.wire.call("setLimits", { params: { session }, body });
  }

  /** `expect`, also in the other calls: the session as shown to the person (`shownIn`); if something has started since then, nothing is done. */
  restart(session: string, body: CommandInput<"restart"> = {}): Promise<CommandAnswer> {
    return this.wire.call("restart", { params: { session }, body });
  }

  stop(session: string, body: CommandInput<"stop"> = {}): Promise<CommandAnswer> {
    return this.wire.call("stop", { params: { session }, body });
  }

  /** A busy session is refused, unless `force` allows stopping it. */
  archive(
    session: string,
    isArchived: boolean,
    { force = false, expect }: Pick<CommandInput<"archive">, "force" | "expect"> = {},
  ): Promise<CommandAnswer> {
    return this.wire.call("archive", {
      params: { session },
      body: { value: isArchived, ...(force ? { force } : {}), expect },
    });
  }

  /** Pins, snoozes, marks as unread, moves: only what is given changes. */
  arrange(session: string, arrangement: CommandInput<"arrange">): Promise<CommandAnswer> {
    return this.wire.call("arrange", { params: { session }, body: arrangement });
  }

  /** Into the trash, for seven days. */
  trash(session: string, body: CommandInput<"trash"> = {}): Promise<CommandAnswer> {
    return this.wire.call("trash", { params: { session }, body });
  }

  /** Sessions that can be restored; last deleted first. */
  trashed(): Promise<TrashList> {
    return this.wire.call("trashed");
  }

  restore(session: string): Promise<CommandAnswer> {
    return this.wire.call("restore", { params: { session } });
  }

  /** Removes everything in the trash for good. `sessions`: only those. */
  emptyTrash(sessions?: readonly string[]): Promise<EmptyTrashAnswer> {
    return this.wire.call("emptyTrash", { body: sessions ? { sessions: [...sessions] } : {} });
  }

  /** Checks every event of a session, and every long text that they refer to. */
  verify(session: string): Promise<VerifyAnswer> {
    return this.wire.call("verify", { params: { session } });
  }
}
