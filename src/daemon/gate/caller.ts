// Who calls at the Unix socket, according to the system: a person's program, or one that an agent started.
import type { Socket } from "node:net";
import type { Caller } from "../../core/index.ts";
import type { Process } from "../../system/index.ts";
import { readProcesses } from "../../system/processes.ts";
import { hookMarkerOf, runningHooks } from "../attention/start-command.ts";
import { agentBehind, hasAgents } from "./belongs-to-agent.ts";
import { readHolders } from "./holders.ts";
import { CallersUnknown, type Connections, inodeOf, LookInterrupted, peersOf, readRows } from "./peers.ts";
import { withProbe } from "./probe.ts";
import { shared } from "./shared.ts";

export type FindCaller = (socket: Socket) => Promise<Caller>;

/** Finds the callers of this home's daemon. */
export function callersIn(home: string, look: () => Promise<Look> = lookAtSystem): FindCaller {
  let hasTold = false;
  return async (socket) => {
    // Before the look: the inode of a socket that closes meanwhile may be reused by someone else.
    const inode = inodeOf(socket);
    const { connections, failure, processes } = await look();
    const suspects = { processes, daemon: process.pid, hooks: runningHooks, hookMarker: hookMarkerOf(home) };
    if (connections === null) {
      const isLapse = hasTold || failure instanceof LookInterrupted;
      const cause = failure instanceof CallersUnknown ? failure.reason : "ss_failed";
      return { kind: "unknown", why: failure.message, cause, isAlone: !hasAgents(suspects), isLapse };
    }
    hasTold = true;
    // A person's client waits for the answer. A caller that has disconnected could be anyone.
    const pids = inode === null || socket.destroyed ? [] : peersOf(connections, inode);
    const isThere = (pid: number): boolean => processes.some((one) => one.pid === pid);
    if (pids.length === 0 || !pids.every(isThere)) return { kind: "hidden" };
    const agent = agentBehind({ ...suspects, pids });
    return agent ? { kind: "agent", ...agent } : { kind: "person" };
  };
}

export type Look = { readonly processes: Process[] } & (
  | { readonly connections: Connections; readonly failure?: never }
  | { readonly connections: null; readonly failure: Error }
);

const lookAtSystem = shared(async (): Promise<Look> => {
  const seen = await readConnections().then(
    (connections) => ({ connections }),
    (failure: Error) => ({ connections: null, failure }),
  );
  return { ...seen, processes: await readProcesses() };
});

/** Throws unless the system can tell who is at the other end of a connection of the daemon to itself. */
async function readConnections(): Promise<Connections> {
  if (process.platform !== "linux")
    throw new CallersUnknown(`${process.platform} does not report who is connected to a socket`, "unsupported");
  return withProbe(async (accepted) => {
    const inode = inodeOf(accepted);
    const connections = { holders: await readHolders(), rows: await readRows() };
    if (inode === null || !peersOf(connections, inode).includes(process.pid))
      throw new CallersUnknown("ss does not report here who is connected to a socket", "not_reported");
    return connections;
  });
}
