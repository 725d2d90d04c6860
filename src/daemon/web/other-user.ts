// Connections of other users of this machine: whatever they know, they are not its person. Whoever listened at the page's port while no daemon did
// may have been sent what a browser sends. A declared proxy may run as another user, and root can do anything anyway.
import type { Socket } from "node:net";
import { tcpConnections, tcpEnd } from "../../system/index.ts";

const known = new WeakMap<Socket, boolean>();

/** Looked up once for each connection. False where the system does not tell, and for other machines. */
export function isOfAnotherUser(socket: Socket): boolean {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const found = lookUp(socket);
  known.set(socket, found);
  return found;
}

function lookUp({ localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 }: Socket): boolean {
  const own = process.getuid?.();
  const [local, peer] = [tcpEnd(localAddress, localPort), tcpEnd(remoteAddress, remotePort)];
  if (process.platform !== "linux" || local === null || peer === null) return false;
  const other = tcpConnections()?.find((one) => one.local === peer && one.peer === local);
  return other !== undefined && other.inode !== "0" && other.uid !== own && other.uid !== 0;
}
