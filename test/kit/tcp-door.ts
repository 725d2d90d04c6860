// A TCP port in front of a Unix socket, for browsers and `fetch`.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export async function openTcpDoor(socketPath: string): Promise<{ url: string; cutAll(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const upstream = connect(socketPath);
    for (const socket of [caller, upstream]) {
      sockets.add(socket);
      // Either end may go at any time; the other one is told by its own end.
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        caller.destroy();
        upstream.destroy();
      });
    }
    caller.pipe(upstream).pipe(caller);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cutAll();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cutAll };
}
