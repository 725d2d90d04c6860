// Who holds the other end of a TCP connection, as the system's table of connections tells.
import { isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { type TcpEnds, type TcpTable, tcpEnd } from "../../system/index.ts";

export type TcpPeer =
  /** A program of this machine: its user, and the inode of its socket. */
  | { readonly kind: "here"; readonly uid: number; readonly inode: string }
  /** On this machine, but it has ended or let go of the connection. Also whoever was gone before anybody looked. */
  | { readonly kind: "gone" }
  | { readonly kind: "elsewhere" };

interface Ends extends TcpEnds {
  readonly isLocal: boolean;
}

const known = new WeakMap<Socket, Ends>();

/** Notes who is connected. A connection that has been reset has no addresses any more: call it as soon as there is one. */
export function noteEnds(socket: Socket): void {
  const { localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 } = socket;
  const own = tcpEnd(localAddress, localPort);
  const other = tcpEnd(remoteAddress, remotePort);
  if (own === null || other === null) return;
  known.set(socket, {
    local: other,
    peer: own,
    isLocal: remoteAddress === localAddress || isOwnAddress(remoteAddress),
  });
}

/** Looks before it waits for anything else, and takes the table as it is afterwards. */
export function tcpPeerOf(socket: Socket): (table: TcpTable) => TcpPeer {
  if (!known.has(socket)) noteEnds(socket);
  const ends = known.get(socket);
  return (table) => {
    if (!ends) return { kind: "gone" };
    const found = table.find(ends);
    if (found && found.inode !== "0" && !socket.destroyed) return { kind: "here", ...found };
    return { kind: ends.isLocal ? "gone" : "elsewhere" };
  };
}

function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIP(plain) === 4 && plain.startsWith("127.")) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address === plain));
}
