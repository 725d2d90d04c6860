// Answers requests that can't be read. One with too many headers mostly carries cookies that other programs of this host have given to the browser:
// it gets a page that says so.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** As long as a client may take to read the answer: if the connection ended at once, what it still sends would make its system drop the answer. */
const LINGER_MS = 2000;

const TOO_MANY_HEADERS = `<!doctype html>
<meta charset="utf-8">
<title>Skein</title>
<h1>This browser sends too many cookies</h1>
<p>Cookies belong to a host, whatever its port. Other programs at this address, such as development servers, have set so many that no request
fits any more. Delete the cookies of this address in the browser's settings, load the page again, and sign in with the address that
<code>skein web</code> prints.</p>
`;

const answers: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: answer("431 Request Header Fields Too Large", TOO_MANY_HEADERS),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: answer("413 Payload Too Large"),
  ERR_HTTP_REQUEST_TIMEOUT: answer("408 Request Timeout"),
};

function answer(status: string, page = ""): string {
  const type =
    page === "" ? [] : ["content-type: text/html; charset=utf-8", "content-security-policy: default-src 'none'"];
  const headers = [
    "connection: close",
    `content-length: ${Buffer.byteLength(page)}`,
    "x-content-type-options: nosniff",
    ...type,
  ];
  return `HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${page}`;
}

export function answerMalformed(server: Server): void {
  const underWay = new WeakMap<Duplex, ServerResponse[]>();
  const answered = new WeakSet<Duplex>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const others = (underWay.get(socket) ?? []).filter((one) => !one.writableFinished);
    underWay.set(socket, [...others, response]);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (answered.has(socket)) return;
    const isAnswering = underWay.get(socket)?.some((one) => one.headersSent && !one.writableFinished) ?? false;
    // What is written now would become part of that answer.
    if (!socket.writable || isAnswering) {
      socket.destroy(error);
      return;
    }
    answered.add(socket);
    const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once("close", () => clearTimeout(linger));
    socket.end(answers[error.code ?? ""] ?? answer("400 Bad Request"));
  });
}
