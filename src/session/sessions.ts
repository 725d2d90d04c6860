// All sessions of the daemon: resolving them, creating new ones, and continuing those that ran when the last daemon ended.
import {
  background,
  type FoundBy,
  freeName,
  type LeftOut,
  ownSettingsOf,
  type Resolved,
  reject,
  resolve,
  type WorkspaceRef,
} from "../core/index.ts";
import { isStorageFault, type WorkspaceRecord } from "../log/index.ts";
import { TaskQueue } from "../system/index.ts";
import { type Arrived, admit } from "./arrival.ts";
import type { Envelope, Result } from "./command-request.ts";
import type { SessionDependencies } from "./dependencies.ts";
import type { ForeignLog } from "./detach-foreign-run.ts";
import { FanOut } from "./fan-out.ts";
import { type ForkPosition, findForkPosition } from "./fork.ts";
import { SessionsInMemory } from "./in-memory.ts";
import { Session } from "./session.ts";
import { holdersOf, lastSelected, latestSession, sessionAnywhere, sessionHere } from "./visible-sessions.ts";

export interface NewSession extends Envelope {
  agent: string;
  workspace: WorkspaceRef;
  name: string | null;
  /** A taken name is refused; otherwise it gets a number. */
  exactName?: boolean;
  /** Set for a fork. */
  place?: ForkPosition;
  /** The session that this one replaces (`clear`). */
  after?: string;
  /** The new session inherits this session's settings. */
  settingsOf?: Session;
  /** Called when the session exists, to store its environment. */
  hasOwnEnvironment?: boolean;
}

export interface NewFork extends Envelope {
  workspace: WorkspaceRef;
  /** Null = the base's name, made unique. */
  name: string | null;
  exactName?: boolean;
  /** Null = the last one that ended. */
  turn: string | null;
  hasOwnEnvironment?: boolean;
}

interface NewName extends Envelope {
  name: string | null;
}

const RETRY_MS = 2000;

export class Sessions {
  readonly fanOut: FanOut;
  readonly #deps: SessionDependencies;
  readonly #memory: SessionsInMemory;
  /** Runs that are paused because nothing can be written. */
  readonly #paused = new Set<string>();
  /** Names are assigned one at a time, so that two sessions never get the same one. */
  readonly #making = new TaskQueue();

  constructor(deps: SessionDependencies) {
    this.#deps = deps;
    this.fanOut = new FanOut(deps.log);
    this.#memory = new SessionsInMemory(deps.sessionsInMemory);
    deps.log.listen({
      changed: ({ kind }) => kind === "fenced" && this.#pause(),
      reopened: () => this.#reattachAll(),
    });
  }

  /** Re-attaches to every run and continues every session with something left to do. */
  async resume(): Promise<void> {
    await this.#resumeOthers([]);
  }

  /** Attaches to every run only to end it: its output and its end are recorded, and nothing from a queue starts. */
  async end(): Promise<void> {
    const { log } = this.#deps;
    const records = log.runs();
    await this.#unpause(records.map(({ run }) => run));
    await Promise.all(
      records.map(async (record) => {
        const session = this.get(record.session);
        // Both at once: a session that is being stopped performs no steps.
        await Promise.all([session?.resume(record), session?.stopAgent({ holdsQueue: true })]);
        await this.#deps.keeper.sweep(record.run);
      }),
    );
    await Promise.all(log.busySessions().map((id) => this.get(id)?.stopAgent({ holdsQueue: true })));
  }

  /** The log came from elsewhere, where its work may continue: ends the runs here and holds the queues. Call it first. Resolves to the number of sessions. */
  async detachForeignRuns(foreignLog: ForeignLog): Promise<number> {
    const { log } = this.#deps;
    const runs = new Map(log.runs().map(({ session, run }) => [session, run]));
    const ids = new Set([...runs.keys(), ...log.busySessions()]);
    const held = await Promise.all(
      [...ids].map((id) => this.get(id)?.detachForeignRun(runs.get(id) ?? null, foreignLog)),
    );
    return held.filter(Boolean).length;
  }

  /** All except those that were continued already. */
  async #resumeOthers(done: readonly Session[]): Promise<void> {
    try {
      const records = new Map(this.#deps.log.runs().map((record) => [record.session, record]));
      // A daemon that died while the disk was full has left them paused.
      await this.#unpause([...records.values()].map(({ run }) => run));
      const ids = new Set([...records.keys(), ...this.#deps.log.busySessions()]);
      for (const { id } of done) ids.delete(id);
      const sessions = [...ids].flatMap((id) => this.get(id) ?? []);
      await Promise.all(sessions.map((session) => session.claimSlot()));
      await Promise.all(sessions.map((session) => session.resume(records.get(session.id) ?? null)));
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      // They are resumed when the log is open again (`#reattachAll`).
    }
  }

  get(id: string): Session | null {
    return this.#memory.get(id) ?? (this.#deps.log.summary(id) ? this.#load(id) : null);
  }

  create(wanted: NewSession): Promise<Result> {
    return this.#making.run(() => this.#create(wanted));
  }

  /**
   * Creates a session that knows this one's conversation up to the end of a turn (`t3`, or null for the last that ended). Its history up
   * to there is a reference to this one's; it inherits the settings as they are now.
   */
  fork(source: Session, wanted: NewFork): Promise<Result> {
    return this.#making.run(async () => {
      const { log } = this.#deps;
      const { turn, workspace, ...request } = wanted;
      const { agent, name } = source.state.lifecycle;
      const made = { ...request, agent, workspace, name: wanted.name ?? name };
      // A retry gets the recorded answer, whatever became of the session.
      if (log.receipt(wanted.id)) return this.#create(made);
      const place = await findForkPosition(this.#deps, { source, turn, get: (id) => this.get(id) });
      if ("rejection" in place) return { kind: "rejected", rejection: place.rejection };
      return this.#create({ ...made, place, settingsOf: source });
    });
  }

  /** The workspace's active session, else its latest, else a new one: only one, even if two callers ask at once. */
  attach(wanted: NewSession, agent: string | null): Promise<{ result: Result; created: boolean }> {
    return this.#making.run(async () => {
      const { log } = this.#deps;
      const recorded = log.receipt(wanted.id);
      const existing = recorded ? this.get(recorded.session) : this.#sessionIn(wanted.workspace.id, agent);
      if (!existing) return { result: await this.#create(wanted), created: true };
      const result = await this.select(existing, wanted);
      // A retry gets the recorded answer, which may be that of the creation.
      return { result, created: result.kind === "done" && result.answer.outcome.state === "created" };
    });
  }

  /** Makes a session the active one of its workspace. */
  async select(session: Session, request: Envelope): Promise<Result> {
    await session.load();
    const { workspace } = session.state.lifecycle;
    const record = workspace ? { workspace: this.#workspaceRecord(workspace, session.id) } : {};
    return session.submit({ ...request, command: { type: "select" }, ...record });
  }

  /** Names are unique in a workspace: a taken one is refused. */
  rename(session: Session, { name, ...request }: NewName): Promise<Result> {
    return this.#making.run(async () => {
      await session.load();
      const { log } = this.#deps;
      const holder = name === null ? undefined : this.#othersCalled(name, session)[0];
      if (name !== null && holder !== undefined && !log.receipt(request.id)) return nameTaken(name, holder);
      return session.submit({ ...request, command: { type: "rename", name } });
    });
  }

  /** Restores from the trash. If its name is taken by now, it gets another one. */
  restore(session: Session, request: Envelope): Promise<Result> {
    return this.#making.run(async () => {
      await session.load();
      const { name, workspace } = session.state.lifecycle;
      const isTaken = name !== null && workspace && this.#othersCalled(name, session).length > 0;
      const own = isTaken ? { name: freeName(name, this.#deps.log.names(workspace.id)) } : {};
      return session.submit({ ...request, command: { type: "restore", ...own } });
    });
  }

  /** `-` is the previously selected session, `@last` the one with the newest activity, `@` the directory's active one. */
  resolve({ ref, workspaceId }: { ref: string | null; workspaceId: string | null }): Resolved {
    const { log } = this.#deps;
    if (ref === "-") return found(lastSelected(log).previous, "previous", "No session was selected before this one.");
    if (ref === "@last") return found(latestSession(log), "last", "There is no session yet.");
    return resolve({
      ref,
      candidates: ref === null ? [] : log.candidates(ref),
      workspaceId,
      get activeHere() {
        return workspaceId === null ? null : sessionHere(log, workspaceId);
      },
      get activeAnywhere() {
        return sessionAnywhere(log);
      },
    });
  }

  /** Makes a session visible that has arrived from another log, where its id was `from`: idle, and with a name that is free here. */
  admit(id: string, arrived: Arrived): Promise<LeftOut[]> {
    return this.#making.run(async () => {
      const { head, left } = await admit(this.#deps, id, arrived);
      this.fanOut.publish(id, { head });
      return left;
    });
  }

  /** It was removed for good. */
  forget(id: string): void {
    const session = this.#memory.get(id);
    this.#memory.remove(id);
    this.fanOut.rows.note(id);
    session?.detach().catch(() => {});
  }

  /** The sessions in memory: all that have a process are among them. */
  opened(): Session[] {
    return this.#memory.all();
  }

  async detach(): Promise<void> {
    await Promise.all(this.opened().map((session) => session.detach().catch(() => {})));
  }

  /** Kills the agents of this daemon without a record: the log is gone. */
  async sweep(): Promise<void> {
    await Promise.all(this.#runs().map((run) => this.#deps.keeper.sweep(run)));
  }

  #runs(): string[] {
    return this.opened().flatMap(({ run }) => run ?? []);
  }

  /** Agents are paused while nothing can be written: their output might get lost. */
  #pause(): void {
    for (const run of this.#runs()) this.#paused.add(run);
    this.#deps.keeper.pause([...this.#paused]).catch((error) => this.#deps.report("agents can't be paused", error));
  }

  /** Failures here are retried: by the log if it failed, else after a while. */
  #reattachAll(): void {
    const { log, clock, report } = this.#deps;
    background(this.#reopen(), (error) => {
      if (log.condition().kind === "fenced") return;
      report("sessions can't be resumed now; Skein retries automatically", error);
      clock.after(RETRY_MS, () => this.#reattachAll());
    });
  }

  async #reopen(): Promise<void> {
    // Before the first await: a follower that reconnects meanwhile must not get old cached lines.
    this.fanOut.reset();
    await this.#unpause([...this.#paused]);
    this.#paused.clear();
    const opened = this.opened();
    await Promise.all(opened.map((session) => session.reopen()));
    await this.#resumeOthers(opened);
  }

  async #unpause(runs: readonly string[]): Promise<void> {
    const { keeper, report } = this.#deps;
    await keeper.unpause(runs).catch((error) => report("paused agents can't be continued", error));
  }

  /** Names are unique in a workspace. */
  #othersCalled(name: string, { id, state }: Session): string[] {
    return holdersOf(this.#deps.log, name, state.lifecycle.workspace?.id ?? "").filter((one) => one !== id);
  }

  #load(id: string): Session {
    const session = new Session(id, { deps: this.#deps, fanOut: this.fanOut, memory: this.#memory });
    this.#memory.add(session);
    return session;
  }

  async #create(wanted: NewSession): Promise<Result> {
    const { id, bodyHash, by, agent, workspace, name, place, after, settingsOf, hasOwnEnvironment } = wanted;
    const { log, newId } = this.#deps;
    const recorded = log.receipt(id);
    const holder = name === null || !wanted.exactName ? undefined : holdersOf(log, name, workspace.id)[0];
    if (name !== null && holder !== undefined && !recorded) return nameTaken(name, holder);
    const known = recorded ? this.get(recorded.session) : null;
    const session = known ?? this.#load(newId());
    const unique = name === null ? null : freeName(name, log.names(workspace.id));
    const settings = settingsOf && ownSettingsOf(settingsOf.state);
    const made = session.submit({
      id,
      bodyHash,
      by,
      command: {
        type: "create",
        agent,
        workspace,
        name: unique,
        fork: place?.fork,
        after,
        hasOwnEnvironment,
        settings,
      },
      workspace: this.#workspaceRecord(workspace, session.id),
      ...(place ? { base: { session: place.fork.session, seq: place.fork.seq, state: place.state } } : {}),
    });
    const isMade = ({ kind }: Result): boolean => kind === "done" && !recorded;
    const cameToBe = await made.then(isMade, () => false);
    if (!known && !cameToBe) this.#memory.remove(session.id);
    return made;
  }

  #sessionIn(workspaceId: string, agent: string | null): Session | null {
    const id = sessionHere(this.#deps.log, workspaceId, (row) => agent === null || row.agent === agent);
    return id === null ? null : this.get(id);
  }

  #workspaceRecord(workspace: WorkspaceRef, session: string): WorkspaceRecord {
    const now = this.#deps.clock.now();
    const known = this.#deps.log.workspace(workspace.id);
    return {
      id: workspace.id,
      path: workspace.path,
      repoId: workspace.repoId ?? null,
      createdAt: known?.createdAt ?? now,
      lastAttachedAt: now,
      activeSessionId: session,
    };
  }
}

const nameTaken = (name: string, holder: string): Result => ({
  kind: "rejected",
  ...reject("name_taken", `Another session here has the name "${name}": ${holder}.`, { holder }),
});

const found = (id: string | null, by: FoundBy, otherwise: string): Resolved =>
  id === null ? { kind: "none", message: otherwise } : { kind: "found", id, by };
