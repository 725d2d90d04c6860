// Who calls over TCP with the token of a device: its person, unless the system sees an agent at the other end.
import { isIPv4, type Socket } from "node:net";
import type { Caller } from "../../core/index.ts";
import { type Process, type TcpConnection, tcpConnections, tcpEnd } from "../../system/index.ts";
import { readProcesses } from "../../system/processes.ts";
import { hookMarkerOf, runningHooks } from "../attention/start-command.ts";
import { agentBehind } from "./belongs-to-agent.ts";
import type { FindCaller } from "./caller.ts";
import { type Holders, readHolders } from "./holders.ts";
import { shared } from "./shared.ts";

/** The token speaks where the system does not: it was given to a person. */
const PERSON: Caller = { kind: "person" };

export interface TcpLook {
  /** Null where the system does not tell. */
  readonly connections: readonly TcpConnection[] | null;
  readonly holders: Holders;
  readonly processes: Process[];
}

export function deviceCallersIn(home: string, look: () => Promise<TcpLook> = lookAtSystem): FindCaller {
  return async (socket) => {
    // Before the look: a socket that is closed by then says nothing.
    const ends = endsOf(socket);
    if (!ends) return PERSON;
    const { connections, holders, processes } = await look();
    if (!connections) return PERSON;
    const other = connections.find(({ local, peer }) => local === ends.peer && peer === ends.local);
    // Nothing here has the other end: it is on another machine, or whoever had it has gone.
    if (!other || other.inode === "0" || socket.destroyed) return ends.isLoopback ? { kind: "hidden" } : PERSON;
    const pids = [...(holders.get(other.inode) ?? [])];
    const suspects = { pids, processes, daemon: process.pid, hooks: runningHooks, hookMarker: hookMarkerOf(home) };
    const agent = agentBehind(suspects);
    return agent ? { kind: "agent", ...agent } : PERSON;
  };
}

const lookAtSystem = shared(
  async (): Promise<TcpLook> => ({
    connections: process.platform === "linux" ? tcpConnections() : null,
    holders: await readHolders(),
    processes: await readProcesses(),
  }),
);

function endsOf({ localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 }: Socket) {
  const local = tcpEnd(localAddress, localPort);
  const peer = tcpEnd(remoteAddress, remotePort);
  const plain = remoteAddress.replace(/^::ffff:/i, "");
  if (local === null || peer === null || !isIPv4(plain)) return null;
  return { local, peer, isLoopback: plain.startsWith("127.") || remoteAddress === localAddress };
}
