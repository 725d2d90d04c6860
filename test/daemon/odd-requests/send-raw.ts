// Bytes on the daemon's socket, and everything that comes back until it closes the connection.
import { connect } from "node:net";

export interface RawReply {
  /** Of each answer, in order. */
  statuses: number[];
  /** The code of the first problem document. */
  code: string | null;
  text: string;
}

/** `isCutOff`: the daemon is told at once that nothing follows, while it still waits for more. */
export function sendRaw(socketPath: string, bytes: Buffer, { isCutOff }: { isCutOff: boolean }): Promise<RawReply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(socketPath);
    const finish = (): void => resolve(replyIn(Buffer.concat(chunks).toString("latin1")));
    // A server that refuses early closes before it has read all: what it said counts.
    socket.on("error", () => {});
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", finish);
    socket.on("end", () => socket.destroy());
    if (isCutOff) socket.end(bytes);
    else socket.write(bytes);
  });
}

function replyIn(text: string): RawReply {
  const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
  return { statuses, code: /"urn:skein:error:(\w+)"/.exec(text)?.[1] ?? null, text };
}
