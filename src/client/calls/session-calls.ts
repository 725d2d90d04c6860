// The life of sessions: how they begin, what they are called and set to, where they are kept, and how they end.
import {
  type CommandAnswer,
  type EmptyTrashAnswer,
  type EnvironmentAnswer,
  type ImportAnswer,
  NDJSON,
  routes,
  type SessionAnswer,
  type TrashList,
  type VerifyAnswer,
} from "../../protocol/index.ts";
import { type CommandInput, pathOf, readJson } from "../wire.ts";
import { QuestionCalls } from "./question-calls.ts";

export class SessionCalls extends QuestionCalls {
  create(body: CommandInput<"create">): Promise<SessionAnswer> {
    return this.wire.command("create", body);
  }

  attach(body: CommandInput<"attach">): Promise<SessionAnswer> {
    return this.wire.command("attach", body);
  }

  fork(session: string, body: CommandInput<"fork"> = {}): Promise<SessionAnswer> {
    return this.wire.command("fork", body, { session });
  }

  clear(session: string, body: CommandInput<"clear"> = {}): Promise<SessionAnswer> {
    return this.wire.command("clear", body, { session });
  }

  /**
   * A session from a file that was exported: under its own id, or under a new one. It is read once, so it is sent once: a connection that breaks
   * is an error, and nothing was imported then. `dry`: only looks whether it could be.
   */
  async importSession(
    content: AsyncIterable<Uint8Array>,
    { asNew = false, dry = false }: { asNew?: boolean; dry?: boolean } = {},
  ): Promise<ImportAnswer> {
    // Whoever listens is there before the content is touched.
    await this.server();
    const { method } = routes.importSession;
    const path = pathOf("importSession", { query: { as: asNew ? "new" : undefined, dry: dry ? 1 : undefined } });
    const headers = this.wire.sending(NDJSON);
    return readJson<ImportAnswer>(await this.wire.askOnce({ method, path, headers, stream: content, isLong: true }));
  }

  /** Refused when another session of the workspace has the name. */
  rename(session: string, name: string | null): Promise<CommandAnswer> {
    return this.wire.command("rename", { value: name }, { session });
  }

  select(session: string): Promise<CommandAnswer> {
    return this.wire.command("select", {}, { session });
  }

  /** Which variables of the session's agent are other ones than these. */
  compareEnvironment(session: string, env: Record<string, string>): Promise<EnvironmentAnswer> {
    return this.wire.command("compareEnvironment", { env }, { session });
  }

  /** For people only. A process that lives keeps what it has. */
  renewEnvironment(
    session: string,
    env: Record<string, string>,
    { expect }: Pick<CommandInput<"renewEnvironment">, "expect"> = {},
  ): Promise<EnvironmentAnswer> {
    return this.wire.command("renewEnvironment", { env, expect }, { session });
  }

  /** `null`: as the agent works by itself, where a new process of it has no mode */
  setMode(session: string, value: string | null): Promise<CommandAnswer> {
    return this.wire.command("setMode", { value }, { session });
  }

  setModel(session: string, value: string): Promise<CommandAnswer> {
    return this.wire.command("setModel", { value }, { session });
  }

  setLimits(session: string, body: CommandInput<"setLimits">): Promise<CommandAnswer> {
    return this.wire.command("setLimits", body, { session });
  }

  acknowledge(session: string, seq: number): Promise<CommandAnswer> {
    return this.wire.command("acknowledge", { seq }, { session });
  }

  /** `expect`, here as in the others: the session as a person was shown it (`shownIn`); where something has begun since then, nothing is done. */
  restart(session: string, body: CommandInput<"restart"> = {}): Promise<CommandAnswer> {
    return this.wire.command("restart", body, { session });
  }

  stop(session: string, body: CommandInput<"stop"> = {}): Promise<CommandAnswer> {
    return this.wire.command("stop", body, { session });
  }

  /** One whose agent works is refused, unless it may be stopped (`force`). */
  archive(
    session: string,
    isArchived: boolean,
    { force = false, expect }: Pick<CommandInput<"archive">, "force" | "expect"> = {},
  ): Promise<CommandAnswer> {
    return this.wire.command("archive", { value: isArchived, ...(force ? { force } : {}), expect }, { session });
  }

  /** Into the trash, for seven days. */
  trash(session: string, body: CommandInput<"trash"> = {}): Promise<CommandAnswer> {
    return this.wire.command("trash", body, { session });
  }

  /** What can be restored; what was deleted last comes first. */
  trashed(): Promise<TrashList> {
    return this.wire.get("trashed", {});
  }

  restore(session: string): Promise<CommandAnswer> {
    return this.wire.command("restore", {}, { session });
  }

  /** Removes for good what is in the trash. `sessions`: only those; without it everything that is there by then. */
  emptyTrash(sessions?: readonly string[]): Promise<EmptyTrashAnswer> {
    return this.wire.command("emptyTrash", sessions ? { sessions: [...sessions] } : {});
  }

  /** Looks at every event of a session, and at every long text that they refer to. */
  verify(session: string): Promise<VerifyAnswer> {
    return this.wire.command("verify", {}, { session });
  }
}
