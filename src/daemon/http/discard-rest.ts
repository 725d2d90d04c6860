// Reads and discards what a request still sends after its answer, so that its client can read the answer and the connection can be reused. A
// request that sends too much or takes too long is closed.
import type { IncomingMessage, ServerResponse } from "node:http";

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 500;

export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  response.once("finish", () => {
    const close = (): void => request.socket.destroySoon();
    const timer = setTimeout(close, MAX_MS).unref();
    let bytes = 0;
    request.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) close();
    });
    for (const over of ["end", "error", "close"]) request.once(over, () => clearTimeout(timer));
    request.resume();
  });
}
