// A long text to one client: the next part is read when this one was taken, so that neither a huge text nor a slow reader fills the memory.
import type { ServerResponse } from "node:http";
import type { StoredBlob } from "../../log/index.ts";
import type { Clock } from "../../session/index.ts";
import { ourHeaders } from "../server/headers.ts";
import type { InFlight } from "./in-flight.ts";
import { openPageWriter } from "./page-writer.ts";

export const blobHeaders = ({ bytes }: StoredBlob): Record<string, string> => ({
  // Whatever an agent printed: a browser must never take it for a page.
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
  "content-length": String(bytes),
  // Its name is the hash of its content.
  "cache-control": "private, max-age=31536000, immutable",
  ...ourHeaders,
});

export function sendBlob(
  response: ServerResponse,
  blob: StoredBlob,
  { clock, inFlight }: { clock: Clock; inFlight: InFlight },
): void {
  const parts = blob.parts();
  // Whoever leaves early no longer keeps it from being collected.
  response.once("close", () => parts.return());
  const writer = openPageWriter(response, { clock, inFlight, next });
  response.writeHead(200, blobHeaders(blob));
  next();

  function next(): void {
    if (response.destroyed || response.writableEnded) return;
    try {
      const { value } = parts.next();
      if (value) writer.write({ text: value, encoding: "latin1" });
      else response.end();
    } catch {
      // The client sees a connection that broke, never a text that is too short.
      response.destroy();
    }
  }
}
