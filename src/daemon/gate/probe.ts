// A connection of the daemon to itself, to test what the system reports: if it can't tell who holds this one, it can't tell for others.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { CallersUnknown } from "./peers.ts";

/** A connection within one process is immediate, or something prevents it. */
const TIMEOUT_MS = 2_000;

/**
 * Calls `look` with the accepted end, while the connection is open. It is in the daemon's network namespace, like its callers, and has no name
 * in the file system.
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
    // A daemon without free descriptors closes the connection instead of accepting it.
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
