// All sessions of the daemon: which one is meant, making new ones, and taking up again what ran when the daemon went away.
import { type By, freeName, type Resolved, resolve, type WorkspaceRef } from "../core/index.ts";
import type { WorkspaceRecord } from "../log/index.ts";
import { FanOut } from "./fan-out.ts";
import { type Result, Session } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export interface NewSession {
  id: string;
  bodyHash: string;
  by: By;
  agent: string;
  workspace: WorkspaceRef;
  name: string | null;
}

export class Sessions {
  readonly fanOut: FanOut;
  readonly #around: Surroundings;
  readonly #loaded = new Map<string, Session>();
  /** Names are given one after the other, so that two sessions never get the same one. */
  #making: Promise<unknown> = Promise.resolve();

  constructor(around: Surroundings) {
    this.#around = around;
    this.fanOut = new FanOut(around.log);
  }

  /** Re-attaches to every run and continues every session with something left to do. */
  async resume(): Promise<void> {
    const records = new Map(this.#around.log.runs().map((record) => [record.session, record]));
    const ids = new Set([...records.keys(), ...this.#around.log.busySessions()]);
    await Promise.all([...ids].map((id) => this.get(id)?.resume(records.get(id) ?? null)));
  }

  get(id: string): Session | null {
    const loaded = this.#loaded.get(id);
    if (loaded) return loaded;
    return this.#around.log.summary(id) ? this.#load(id) : null;
  }

  create(wanted: NewSession): Promise<Result> {
    return this.#oneByOne(() => this.#create(wanted));
  }

  /** The workspace's active session, else its latest, else a new one: decided once also when two ask at the same time. */
  attach(wanted: NewSession, agent: string | null): Promise<{ result: Result; created: boolean }> {
    return this.#oneByOne(async () => {
      const { log } = this.#around;
      const recorded = log.receipt(wanted.id);
      const existing = recorded ? this.get(recorded.session) : this.#sessionIn(wanted.workspace.id, agent);
      if (!existing) return { result: await this.#create(wanted), created: true };
      return { result: await this.select(existing, wanted), created: false };
    });
  }

  /** Makes a session the active one of its workspace. */
  select(session: Session, order: { id: string; bodyHash: string; by: By }): Promise<Result> {
    const { workspace } = session.state.lifecycle;
    const record = workspace ? { workspace: this.#workspaceRecord(workspace, session.id) } : {};
    return session.order({ ...order, command: { type: "select" }, ...record });
  }

  resolve({ ref, workspaceId }: { ref: string | null; workspaceId: string | null }): Resolved {
    const { log } = this.#around;
    return resolve({
      ref,
      candidates: ref === null ? [] : log.candidates(ref),
      workspaceId,
      activeHere: workspaceId === null ? null : (log.workspace(workspaceId)?.activeSessionId ?? null),
      activeAnywhere: log.activeAnywhere(),
    });
  }

  /** Those that were opened since the daemon started: every one that can have a process is among them. */
  opened(): Session[] {
    return [...this.#loaded.values()];
  }

  async detach(): Promise<void> {
    await Promise.all([...this.#loaded.values()].map((session) => session.detach()));
  }

  #load(id: string): Session {
    const session = new Session(id, this.#around, this.fanOut);
    this.#loaded.set(id, session);
    return session;
  }

  #oneByOne<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#making.then(task);
    this.#making = result.catch(() => {});
    return result;
  }

  async #create({ id, bodyHash, by, agent, workspace, name }: NewSession): Promise<Result> {
    const { log, newId } = this.#around;
    const recorded = log.receipt(id);
    const session = (recorded ? this.get(recorded.session) : null) ?? this.#load(newId());
    const unique = name === null ? null : freeName(name, log.names(workspace.id));
    return session.order({
      id,
      bodyHash,
      by,
      command: { type: "create", agent, workspace, name: unique },
      workspace: this.#workspaceRecord(workspace, session.id),
    });
  }

  #sessionIn(workspaceId: string, agent: string | null): Session | null {
    const { log } = this.#around;
    const active = log.workspace(workspaceId)?.activeSessionId ?? null;
    const rows = log.sessions({ workspace: workspaceId, limit: 200 });
    const fitting = rows.filter((row) => agent === null || row.agent === agent);
    const chosen = fitting.find((row) => row.id === active) ?? fitting[0];
    return chosen ? this.get(chosen.id) : null;
  }

  #workspaceRecord(workspace: WorkspaceRef, session: string): WorkspaceRecord {
    const now = this.#around.clock.now();
    const known = this.#around.log.workspace(workspace.id);
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
