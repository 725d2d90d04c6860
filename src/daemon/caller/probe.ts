// A connection of the daemon to itself: a system that does not tell who holds its other end tells nobody's.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Probe {
  /** The end that a caller's connection has, too. */
  readonly accepted: Socket;
  close(): void;
}

/** In the same network namespace as the daemon's callers, and without a name in the file system. */
export async function openProbe(): Promise<Probe> {
  const server = createServer();
  const name = `\0skein-${randomUUID()}`;
  server.listen(name);
  await once(server, "listening");
  const client = connect(name);
  const ignore = (): void => {};
  client.on("error", ignore);
  const [accepted] = (await once(server, "connection")) as [Socket];
  accepted.on("error", ignore);
  return {
    accepted,
    close() {
      client.destroy();
      accepted.destroy();
      server.close();
    },
  };
}
