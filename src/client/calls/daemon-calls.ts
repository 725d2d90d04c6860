// The daemon as a whole: what it is, which agents it finds, its backups, what it knows of its people, and its end.
import {
  type AgentDetail,
  type AgentList,
  type AttentionList,
  type BackupAnswer,
  type BackupList,
  type CallerAnswer,
  type ConfirmationAnswer,
  type DrainAnswer,
  type ProcessList,
  routes,
  type ServerInfo,
  type StatsAnswer,
} from "../../protocol/index.ts";
import { textOf } from "../lines.ts";
import { ProblemError } from "../problem-error.ts";
import { type ClientOptions, type CommandInput, type Confirmable, pathOf, Wire } from "../wire.ts";

/** The calls are one flat object for programs, and one class after the other here: each adds a group. */
export class DaemonCalls {
  protected readonly wire: Wire;

  constructor(options: ClientOptions) {
    this.wire = new Wire(options);
  }

  server(): Promise<ServerInfo> {
    return this.wire.get("server", {});
  }

  /** Who this client is, as far as the system tells the daemon. */
  caller(): Promise<CallerAnswer> {
    return this.wire.get("caller", {});
  }

  /** Shows a code for these requests on the person's terminal; `confirm` of the client's options reads it there. */
  confirmOnTerminal(terminal: string, requests?: readonly string[]): Promise<ConfirmationAnswer> {
    return this.wire.command("confirmOnTerminal", { terminal, ...(requests ? { for: requests } : {}) });
  }

  /**
   * Before what can't be sent twice, and before several commands: has the person confirm them, where the system does not tell that it is they.
   */
  async introduce(requests: readonly Confirmable[]): Promise<void> {
    const caller = await this.caller().catch((error) => {
      // An older daemon asks nobody for a code.
      if (error instanceof ProblemError && error.code === "route_not_found") return null;
      throw error;
    });
    if (caller?.needsCode) await this.wire.confirm(requests);
  }

  /** One agent as the daemon would find it; `quick`: without what only the program itself tells. */
  agent(agent: string, { quick = false } = {}): Promise<AgentDetail> {
    return this.wire.get("agent", { params: { agent }, query: { quick: quick ? 1 : undefined } });
  }

  /** Agents as this client's person has them: one, or all. */
  inspectAgents(body: CommandInput<"inspectAgents"> = {}): Promise<AgentList> {
    return this.wire.command("inspectAgents", body);
  }

  /** Agents that live now, and their memory. */
  processes(): Promise<ProcessList> {
    return this.wire.get("processes", {});
  }

  /** How much was done since each of these moments (ISO times). */
  stats(since: readonly string[]): Promise<StatsAnswer> {
    return this.wire.get("stats", { query: { since: since.join(",") } });
  }

  /** All backups, each verified anew. */
  backups(): Promise<BackupList> {
    return this.wire.get("backups", {});
  }

  /** Makes a backup now. */
  backup(): Promise<BackupAnswer> {
    return this.wire.command("backup", {});
  }

  /** Everything that waits for a person, results that nobody has read included; oldest first. */
  attention(): Promise<AttentionList> {
    return this.wire.get("attention", {});
  }

  /** What this client's person looks at. Said once: nobody's daemon is started, or waited for, to hear it. */
  async focus(input: CommandInput<"focus">): Promise<void> {
    const { method } = routes.focus;
    const body = JSON.stringify({ id: this.wire.newId(), ...input });
    const headers = this.wire.sending("application/json");
    await textOf((await this.wire.askOnce({ method, path: pathOf("focus", {}), headers, body })).body);
  }

  /** Ends the daemon. Without a word on them, agents that rest are stopped and agents at work are kept. */
  drain(body: CommandInput<"drain"> = {}): Promise<DrainAnswer> {
    return this.wire.command("drain", body);
  }
}
