// Who calls over TCP with a device's token: its user, unless the system sees an agent or an unidentifiable process at the other end.
import type { Caller } from "../../core/index.ts";
import { closedProcessesOf, type Process, readTcpTable, type TcpTable } from "../../system/index.ts";
import { readProcesses } from "../../system/processes.ts";
import { hookMarkerOf, runningHooks } from "../attention/start-command.ts";
import { agentBehind } from "./belongs-to-agent.ts";
import type { FindCaller } from "./caller.ts";
import { type Holders, readHolders } from "./holders.ts";
import { shared } from "./shared.ts";
import { tcpPeerOf } from "./tcp-peer.ts";

/** If the system can't tell, the token decides: it was given to a person. */
const PERSON: Caller = { kind: "person" };
const HIDDEN: Caller = { kind: "hidden" };

export interface TcpLook {
  /** Null if the system does not list them. */
  readonly connections: TcpTable | null;
  readonly holders: Holders;
  readonly processes: Process[];
  /** Processes of this user whose open files can't be read. */
  readonly closed: readonly number[];
  readonly uid: number;
}

interface Options {
  /** Whether a proxy is configured. It may run as another user, and its requests count as a person's. */
  readonly isProxyDeclared?: () => boolean;
  readonly look?: () => Promise<TcpLook>;
}

export function deviceCallersIn(
  home: string,
  { isProxyDeclared = () => false, look = lookAtSystem }: Options = {},
): FindCaller {
  return async (socket) => {
    // Before the look: a socket that closes meanwhile has no addresses.
    const peerIn = tcpPeerOf(socket);
    const { connections, holders, processes, closed, uid } = await look();
    if (!connections) return PERSON;
    const peer = peerIn(connections);
    if (peer.kind !== "here") return peer.kind === "gone" ? HIDDEN : PERSON;
    // Root can do anything anyway.
    if (peer.uid !== uid) return peer.uid === 0 || isProxyDeclared() ? PERSON : HIDDEN;
    const seen = [...(holders.get(peer.inode) ?? [])];
    // No process shows it: it is one of those that can't be inspected, such as sshd, which forwards a person's port.
    const pids = seen.length > 0 ? seen : closed;
    const isThere = (pid: number): boolean => processes.some((one) => one.pid === pid);
    if (pids.length === 0 || !pids.every(isThere)) return HIDDEN;
    const suspects = { processes, daemon: process.pid, hooks: runningHooks, hookMarker: hookMarkerOf(home) };
    const agent = agentBehind({ ...suspects, pids });
    if (!agent) return PERSON;
    return seen.length > 0 ? { kind: "agent", ...agent } : HIDDEN;
  };
}

const lookAtSystem = shared(async (): Promise<TcpLook> => {
  const uid = process.getuid?.() ?? -1;
  return {
    connections: process.platform === "linux" ? await readTcpTable() : null,
    holders: await readHolders(),
    closed: closedProcessesOf(uid),
    processes: await readProcesses(),
    uid,
  };
});
