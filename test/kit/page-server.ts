// A page with the built client library, and a door from it to a daemon: what stands between a browser and Skein. It cuts connections,
// goes away and comes back when told.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Transport } from "../../src/client/index.ts";

type Forward = (request: IncomingMessage, response: ServerResponse) => void;

/** What a careful page says of itself: its own scripts, and nothing made from text while it runs. */
const POLICY = "default-src 'self'; script-src 'self'; require-trusted-types-for 'script'";

interface ServedFile {
  readonly type: string;
  readonly path: string;
}

/** What is served beside the API. */
export interface Site {
  readonly policy: string;
  fileAt(path: string): ServedFile | null;
}

const files: Readonly<Record<string, ServedFile>> = {
  "/": { type: "text/html; charset=utf-8", path: "test/browser/page/index.html" },
  "/page.mjs": { type: "text/javascript", path: "test/browser/page/page.mjs" },
  "/client.mjs": { type: "text/javascript", path: "dist/client.browser.mjs" },
};

/** The page that tests of the library run in. */
const libraryPage: Site = {
  policy: POLICY,
  fileAt: (path) =>
    /^\/lazy\/[\w-]+\.mjs$/.test(path) ? { type: "text/javascript", path: `dist${path}` } : (files[path] ?? null),
};

/** As it comes, to the socket of a daemon. */
export const toSocket =
  (socketPath: string): Forward =>
  (request, response) => {
    const { method, url, headers } = request;
    const upstream = httpRequest({ socketPath, method, path: url, headers, agent: false });
    upstream.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    upstream.on("error", () => refuse(response));
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  };

/** What a door says behind which nobody is. */
function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { "content-type": "text/plain" }).end("nobody answers");
}

/** To a server that a test plays. */
export const toTransport =
  (transport: Transport): Forward =>
  (request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const answer = async (): Promise<void> => {
      const body = (await buffer(request)).toString();
      const { method = "GET", url: path = "/" } = request;
      const { status, body: chunks } = await transport({ method, path, headers: {}, body, signal: gone.signal });
      response.writeHead(status, { "content-type": "application/json" });
      response.flushHeaders();
      for await (const chunk of chunks) response.write(chunk);
      response.end();
    };
    answer().catch(() => refuse(response));
  };

export class PageServer {
  /** What was asked of the daemon, in order. */
  readonly requests: string[] = [];
  forward: Forward;
  readonly #site: Site;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(forward: Forward, site: Site) {
    this.forward = forward;
    this.#site = site;
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async open(forward: Forward, site: Site = libraryPage): Promise<PageServer> {
    const server = new PageServer(forward, site);
    await server.comeBack();
    onTestFinished(() => server.goAway());
    return server;
  }

  url(host = "127.0.0.1"): string {
    return `http://${host}:${this.#port}/`;
  }

  /** Every connection breaks; the next can be made. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** What is open stays open, and nothing comes through it any more. */
  stall(): void {
    for (const socket of this.#sockets) {
      socket.pause();
      Object.assign(socket, { write: () => true, end: () => socket });
    }
  }

  /** Nobody listens any more. */
  async goAway(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.cutAll();
    await closed;
  }

  /** Where it was before, if it was anywhere. */
  async comeBack(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = "/" } = request;
    if (url.startsWith("/v1")) {
      this.requests.push(`${method} ${url}`);
      this.forward(request, response);
      return;
    }
    const file = this.#site.fileAt(url.split("?")[0] ?? "");
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": file.type, "content-security-policy": this.#site.policy });
    response.end(readFileSync(file.path));
  }
}
