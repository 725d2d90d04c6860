// Connections of other users of this machine: whatever they know, they are not its person. Whoever listened at the page's port while no daemon did
// may have been sent what a browser sends. A declared proxy may run as another user, and root can do anything anyway.
import type { Socket } from "node:net";
import { readTcpTable } from "../../system/index.ts";
import { shared } from "../gate/shared.ts";
import { tcpPeerOf } from "../gate/tcp-peer.ts";

const known = new WeakMap<Socket, Promise<boolean>>();

/** Looked up once for each connection. False where the system does not tell, and for other machines; true for who has gone before it could be told. */
export function isOfAnotherUser(socket: Socket): Promise<boolean> {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const found = lookUp(socket);
  known.set(socket, found);
  return found;
}

const readTable = shared(readTcpTable);

async function lookUp(socket: Socket): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const peerIn = tcpPeerOf(socket);
  // The table changes while it is read, so that a row can be missed once.
  for (const isLast of [false, true]) {
    const table = await readTable();
    if (table === null) return false;
    const peer = peerIn(table);
    if (peer.kind === "here") return peer.uid !== process.getuid?.() && peer.uid !== 0;
    if (peer.kind === "elsewhere") return false;
    if (isLast || socket.destroyed) break;
  }
  return true;
}
