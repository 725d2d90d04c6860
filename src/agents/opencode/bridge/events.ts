// Prints each of the server's events as a line. Keep-alive events are dropped, so that silence is noticed.
import type { IncomingMessage } from "node:http";
import { TextLines } from "../../../core/text/line-splitter.ts";
import { callOf } from "./call-of.ts";
import { type Address, send } from "./http.ts";
import { writeLine } from "./output.ts";

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 6;
const HEARTBEAT = '"type":"server.heartbeat"';
const FIELD = "data:";

/** Resolves when the stream is open; `broken` is called when it ends. */
export async function relayEvents(address: Address, broken: (reason: string) => void): Promise<void> {
  const stream = await openStream(address);
  printEvents(address, stream).then(
    () => broken("it ended"),
    (error: Error) => broken(error.message),
  );
}

/** In order: while the call of a question is fetched, later events wait. */
async function printEvents(address: Address, stream: IncomingMessage): Promise<void> {
  const lines = new TextLines();
  let data: string[] = [];
  for await (const piece of stream) {
    for (const line of lines.push(piece)) {
      if (line.startsWith(FIELD)) data.push(line.slice(FIELD.length).trim());
      // An empty line ends the event.
      if (line.trim() !== "") continue;
      await printEvent(address, data.join(" "));
      data = [];
    }
  }
}

/** A server that has just started may never answer a request (1.18.33). */
async function openStream(address: Address): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    try {
      const stream = await send(address, { method: "GET", path: "/event", timeoutMs: TIMEOUT_MS });
      if (stream.statusCode === 200) return stream;
      throw new Error(`OpenCode refused the event stream: status ${stream.statusCode}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function printEvent(address: Address, event: string): Promise<void> {
  if (event === "" || event.slice(0, 200).includes(HEARTBEAT)) return;
  const call = await callOf(address, event);
  if (call !== null) writeLine(call);
  writeLine(event);
}
