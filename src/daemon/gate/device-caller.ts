// Who calls over TCP with a device's token: its user, unless the system sees an agent or an unidentifiable process at the other end.
import { isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { Caller } from "../../core/index.ts";
import { closedProcessesOf, type Process, type TcpConnection, tcpConnections, tcpEnd } from "../../system/index.ts";
import { readProcesses } from "../../system/processes.ts";
import { hookMarkerOf, runningHooks } from "../attention/start-command.ts";
import { agentBehind } from "./belongs-to-agent.ts";
import type { FindCaller } from "./caller.ts";
import { type Holders, readHolders } from "./holders.ts";
import { shared } from "./shared.ts";

/** If the system can't tell, the token decides: it was given to a person. */
const PERSON: Caller = { kind: "person" };
const HIDDEN: Caller = { kind: "hidden" };

export interface TcpLook {
  /** Null if the system does not list them. */
  readonly connections: readonly TcpConnection[] | null;
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
    const ends = endsOf(socket);
    if (!ends) return PERSON;
    const { connections, holders, processes, closed, uid } = await look();
    if (!connections) return PERSON;
    const other = connections.find(({ local, peer }) => local === ends.peer && peer === ends.local);
    // No process here has the other end: it is on another machine, or its process has ended.
    if (!other || other.inode === "0" || socket.destroyed) return ends.isHere ? HIDDEN : PERSON;
    // Root can do anything anyway.
    if (other.uid !== uid) return other.uid === 0 || isProxyDeclared() ? PERSON : HIDDEN;
    const seen = [...(holders.get(other.inode) ?? [])];
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
    connections: process.platform === "linux" ? tcpConnections() : null,
    holders: await readHolders(),
    closed: closedProcessesOf(uid),
    processes: await readProcesses(),
    uid,
  };
});

function endsOf({ localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 }: Socket) {
  const local = tcpEnd(localAddress, localPort);
  const peer = tcpEnd(remoteAddress, remotePort);
  if (local === null || peer === null) return null;
  return { local, peer, isHere: remoteAddress === localAddress || isOwnAddress(remoteAddress) };
}

function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIP(plain) === 4 && plain.startsWith("127.")) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address === plain));
}
