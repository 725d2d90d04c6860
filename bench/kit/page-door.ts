// An HTTP server for a browser: the built page, as the daemon serves it, and the daemon's API behind it. Nobody has to sign in.
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { readPageFiles, sendPageFile } from "../../src/daemon/web/page-files.ts";
import type { Daemon } from "./daemon.ts";
import type { EmptyPage } from "./empty-page.ts";
import type { Scene } from "./scene.ts";

/** Its address. */
export async function openDoor(scene: Scene, daemon: Daemon, emptyPage?: EmptyPage): Promise<string> {
  const files = readPageFiles(join(dirname(daemon.program), "web"));
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/v1")) return passOn(daemon.paths.socket, request, response);
    const empty = emptyPage?.fileAt(request.url ?? "");
    if (empty) return void response.writeHead(200, { "content-type": empty.type }).end(empty.text);
    try {
      sendPageFile(files, request, response);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  scene.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function passOn(socketPath: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const upstream = httpRequest({ socketPath, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on("error", () => response.destroy()).pipe(response);
  });
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
