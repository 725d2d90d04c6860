// A follower that reads the beginning of the stream and then nothing more, on a connection that stays open.
import { connect, type Socket } from "node:net";

export function stall(socketPath: string, path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    socket.once("error", reject);
    socket.once("data", () => {
      socket.pause();
      resolve(socket);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nhost: skein\r\naccept: application/x-ndjson\r\n\r\n`);
  });
}
