// The list of all sessions, as long as it may be: which ones is settled at once, their lines are read in slices as the client takes them.
// So a long list holds up nobody, and a client that stalls in it costs the ids.
import type { ServerResponse } from "node:http";
import type { Log } from "../../log/index.ts";
import { NDJSON } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { ourHeaders } from "../server/headers.ts";
import type { InFlight } from "./in-flight.ts";
import { openPageWriter, pageOf } from "./page-writer.ts";

const SLICE = 100;

interface Dependencies {
  readonly log: Log;
  readonly clock: Clock;
  readonly inFlight: InFlight;
}

export function sendList(
  response: ServerResponse,
  ids: readonly string[],
  { log, clock, inFlight }: Dependencies,
): void {
  let sent = 0;
  const send = (): void => {
    if (response.destroyed) return;
    if (sent >= ids.length) {
      response.end();
      return;
    }
    try {
      const lines = log.sessionLines(ids.slice(sent, sent + SLICE));
      sent += SLICE;
      writer.write(pageOf(lines.map((line) => `${line}\n`)));
    } catch {
      // It breaks off visibly, and whoever asks again is told why.
      response.destroy();
    }
  };
  const writer = openPageWriter(response, { clock, inFlight, next: send });
  response.writeHead(200, { "content-type": NDJSON, ...ourHeaders });
  send();
}
