// An HTTP server for a browser: the built page with a strict policy, and the daemon's API behind it.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";
import type { Daemon } from "./daemon.ts";
import type { Scene } from "./scene.ts";

const types: Readonly<Record<string, string>> = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript" };
const policy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; require-trusted-types-for 'script'";

/** Its address. */
export async function openDoor(scene: Scene, daemon: Daemon): Promise<string> {
  const web = join(dirname(daemon.program), "web");
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://door");
    if (pathname.startsWith("/v1")) return passOn(daemon.paths.socket, request, response);
    const path = join(web, pathname.startsWith("/assets/") ? pathname : "index.html");
    if (!existsSync(path)) return void response.writeHead(404).end();
    const type = types[extname(path)] ?? "image/svg+xml";
    response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(readFileSync(path));
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
