// A connection of the daemon to itself: a system that does not tell who holds its other end tells nobody's.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { CallersUnknown } from "./peers.ts";

/** On the same machine, in the same process: it is there at once, or something keeps it from being made. */
const TIMEOUT_MS = 2_000;

/**
 * Calls `look` with the end that a caller's connection has, too, while the connection is open. In the same network namespace as the daemon's callers, and
 * without a name in the file system.
 */
export async function withProbe<T>(look: (accepted: Socket) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const name = `\0skein-${randomUUID()}`;
  const server = createServer();
  const sockets: Socket[] = [];
  try {
    const listening = once(server, "listening", { signal });
    server.listen(name);
    await listening;
    const accepting = once(server, "connection", { signal }) as Promise<[Socket]>;
    const client = connect(name);
    sockets.push(client);
    // A daemon that has no descriptor left closes what it should accept.
    const refused = once(client, "close", { signal }).then(() => {
      throw new CallersUnknown("the daemon can't connect to itself", "connection_failed");
    });
    const [accepted] = await Promise.race([accepting, refused]);
    sockets.push(accepted.on("error", () => {}));
    return await look(accepted);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
