// The API's calls about the daemon, its agents, its rules, and the page and its devices: one for each operation.
import type {
  AddedRule,
  AgentDetail,
  AgentList,
  AttentionList,
  BackupAnswer,
  BackupList,
  CallerAnswer,
  ClosedWebAnswer,
  ConfirmationAnswer,
  DeviceList,
  DirectoryList,
  DrainAnswer,
  OpenedWebAnswer,
  PairAnswer,
  PolicyAnswer,
  PolicyTest,
  ProcessList,
  PushAnswer,
  RevokedAnswer,
  ServerInfo,
  SignInAnswer,
  SignOutAnswer,
  StatsAnswer,
  UsageAnswer,
  WebStatusAnswer,
} from "../protocol/index.ts";
import { ProblemError } from "./problem-error.ts";
import { type ClientOptions, type CommandInput, type Confirmable, Wire } from "./wire.ts";

export class DaemonCalls {
  protected readonly wire: Wire;

  constructor(options: ClientOptions) {
    this.wire = new Wire(options);
  }

  server(): Promise<ServerInfo> {
    return this.wire.call("server");
  }

  /** The caller as the daemon sees this client, as far as the system tells. */
  caller(): Promise<CallerAnswer> {
    return this.wire.call("caller");
  }

  /** Shows a code for these requests on the person's terminal; the client's option `confirm` reads it there. */
  confirmOnTerminal(terminal: string, requests?: readonly string[]): Promise<ConfirmationAnswer> {
    return this.wire.call("confirmOnTerminal", { body: { terminal, ...(requests ? { for: [...requests] } : {}) } });
  }

  /** Before a request that can't be sent twice, or before several commands: has the person confirm them, if the system does not tell who calls. */
  async introduce(requests: readonly Confirmable[]): Promise<void> {
    const caller = await this.caller().catch((error) => {
      // An older daemon requires no code.
      if (error instanceof ProblemError && error.code === "route_not_found") return null;
      throw error;
    });
    if (caller?.needsCode) await this.wire.confirm(requests);
  }

  /** One agent as the daemon would find it; `quick`: without facts for which the program must be run. */
  agent(agent: string, { quick = false } = {}): Promise<AgentDetail> {
    return this.wire.call("agent", { params: { agent }, query: { quick: quick ? 1 : undefined } });
  }

  /** The agents in this client's environment: one, or all. */
  inspectAgents(body: CommandInput<"inspectAgents"> = {}): Promise<AgentList> {
    return this.wire.call("inspectAgents", { body });
  }

  /** Running agents, and their memory. */
  processes(): Promise<ProcessList> {
    return this.wire.call("processes");
  }

  /** Activity since each of these times (ISO). */
  stats(since: readonly string[]): Promise<StatsAnswer> {
    return this.wire.call("stats", { query: { since: since.join(",") } });
  }

  /** What this device gets as push messages, and the key to subscribe with. */
  push(): Promise<PushAnswer> {
    return this.wire.call("push");
  }

  subscribePush(body: CommandInput<"subscribePush">): Promise<PushAnswer> {
    return this.wire.call("subscribePush", { body });
  }

  unsubscribePush(): Promise<PushAnswer> {
    return this.wire.call("unsubscribePush");
  }

  /** Sends a push message to this device, for a try. */
  async testPush(): Promise<void> {
    await this.wire.call("testPush");
  }

  /** What agents have used, by day in this time zone, and what is left of their quotas. */
  usage(query: { since?: string; zone?: string } = {}): Promise<UsageAnswer> {
    return this.wire.call("usage", { query });
  }

  /** All backups, each verified again. */
  backups(): Promise<BackupList> {
    return this.wire.call("backups");
  }

  /** Makes a backup now. */
  backup(): Promise<BackupAnswer> {
    return this.wire.call("backup");
  }

  /** Everything that waits for a person, including unread results; oldest first. */
  attention(): Promise<AttentionList> {
    return this.wire.call("attention");
  }

  /** Reports what this client's user looks at. Sent once: it neither starts a daemon nor waits for one. */
  async focus(input: CommandInput<"focus">): Promise<void> {
    await this.wire.call("focus", { body: input, isOnce: true });
  }

  /** Ends the daemon. By default idle agents are stopped and busy agents keep running. */
  drain(body: CommandInput<"drain"> = {}): Promise<DrainAnswer> {
    return this.wire.call("drain", { body });
  }

  /** Directories that a typed path may become. */
  directories(path: string, { limit }: { limit?: number } = {}): Promise<DirectoryList> {
    return this.wire.call("directories", { query: { path, limit } });
  }

  /** The rules that apply in a directory. */
  policy(cwd: string): Promise<PolicyAnswer> {
    return this.wire.call("policy", { query: { cwd } });
  }

  /** What today's rules would have answered to every question of a session. */
  testPolicy(session: string): Promise<PolicyTest> {
    return this.wire.call("testPolicy", { body: { session } });
  }

  /** Adds a rule to the file of the session's workspace. */
  addRule(session: string, rule: string): Promise<AddedRule> {
    return this.wire.call("addRule", { body: { session, rule } });
  }

  /** Opens the page for browsers; the address that is returned signs one of them in. */
  openWeb(body: CommandInput<"openWeb"> = {}): Promise<OpenedWebAnswer> {
    return this.wire.call("openWeb", { body });
  }

  /** A code for a device that is not this machine; refused as long as no other can reach the page. */
  pair(): Promise<PairAnswer> {
    return this.wire.call("pair");
  }

  /** Closes the page for all browsers. Devices stay signed in for the next time. */
  closeWeb(): Promise<ClosedWebAnswer> {
    return this.wire.call("closeWeb");
  }

  webStatus(): Promise<WebStatusAnswer> {
    return this.wire.call("webStatus");
  }

  /** Signs this device in with a code, for what it calls from then on. */
  signIn(code: string, { as }: Pick<CommandInput<"signIn">, "as"> = {}): Promise<SignInAnswer> {
    return this.wire.call("signIn", { body: { code, as } });
  }

  signOut(): Promise<SignOutAnswer> {
    return this.wire.call("signOut");
  }

  /** The devices that are signed in to the page; last seen first. */
  devices(): Promise<DeviceList> {
    return this.wire.call("devices");
  }

  /** Signs these devices out, or all of them, and cuts their connections. */
  revokeDevices(devices?: readonly string[]): Promise<RevokedAnswer> {
    return this.wire.call("revokeDevices", { body: devices ? { devices: [...devices] } : {} });
  }
}
