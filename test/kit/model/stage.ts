// The two ways a reply leaves the server: as a stream of events, or as one document.
import type { ServerResponse } from "node:http";
import type { Stage } from "./play.ts";
import type { ModelRequest } from "./request.ts";
import { newId } from "./wire/ids.ts";
import type { Call, Fault, Said, Send, Voice, Wire } from "./wire/wire.ts";

export function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": newId("req"), ...headers });
  response.end(JSON.stringify(body));
}

export function refuse(response: ServerResponse, wire: Wire, fault: Fault): void {
  const { status, headers, body } = wire.refusal(fault);
  sendJson(response, status, body, headers);
}

export function stageFor(response: ServerResponse, wire: Wire, request: ModelRequest): Stage {
  const hungUp = new AbortController();
  response.once("close", () => hungUp.abort());
  if (response.destroyed) hungUp.abort();
  return {
    voice: request.isStream ? streamed(response, wire, request) : collected(response, wire, request),
    refuse: (fault) => refuse(response, wire, fault),
    cut: () => response.destroy(),
    signal: hungUp.signal,
  };
}

function streamed(response: ServerResponse, wire: Wire, request: ModelRequest): Voice {
  const send: Send = (data, event) => {
    const name = event === undefined ? "" : `event: ${event}\n`;
    response.write(`${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  };
  const voice = wire.voice(request, send);
  return {
    open(expected) {
      const headers = { "content-type": "text/event-stream", "cache-control": "no-cache", "request-id": newId("req") };
      response.writeHead(200, headers);
      response.flushHeaders();
      voice.open(expected);
    },
    think: (delta) => voice.think(delta),
    text: (delta) => voice.text(delta),
    call: (call) => voice.call(call),
    close(end) {
      voice.close(end);
      response.end();
    },
    fail(fault) {
      voice.fail(fault);
      response.end();
    },
  };
}

function collected(response: ServerResponse, wire: Wire, request: ModelRequest): Voice {
  let thinking = "";
  let text = "";
  const calls: Call[] = [];
  return {
    open() {},
    think(delta) {
      thinking += delta;
    },
    text(delta) {
      text += delta;
    },
    call: (call) => calls.push(call),
    close(end) {
      const said: Said = { thinking, text, calls, end };
      sendJson(response, 200, wire.whole(request, said));
    },
    fail: (fault) => refuse(response, wire, fault),
  };
}
