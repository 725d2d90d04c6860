// A page in a browser, and the door from it to the daemon's socket.
//   node examples/page/serve.mjs [port]        prints where to look
// A port is open to everybody on this machine, and to every page that this browser shows. So whoever comes through must know the token,
// and name this door as the one that was meant.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";

const socketPath = join(process.env.SKEIN_HOME ?? join(homedir(), ".skein"), "daemon.sock");
const token = randomBytes(24).toString("base64url");
const files = {
  "/": ["text/html; charset=utf-8", new URL("index.html", import.meta.url)],
  "/page.css": ["text/css", new URL("page.css", import.meta.url)],
  "/page.mjs": ["text/javascript", new URL("page.mjs", import.meta.url)],
  "/client.mjs": ["text/javascript", new URL("client.browser.mjs", import.meta.resolve("skein/client"))],
};

function isAllowed({ headers }) {
  const { host } = new URL(origin());
  const isMeant = headers.host === host && (headers.origin ?? origin()) === origin();
  const [given, wanted] = [Buffer.from(headers.authorization ?? ""), Buffer.from(`Bearer ${token}`)];
  return isMeant && given.length === wanted.length && timingSafeEqual(given, wanted);
}

function forward(incoming, response) {
  const { method, url: path, headers } = incoming;
  const { authorization: _, ...others } = headers;
  const upstream = request({ socketPath, method, path, headers: others }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    response.flushHeaders();
    answer.on("error", () => response.destroy()).pipe(response);
  });
  // Nobody at the socket is nobody behind the door: the page tries again by itself.
  upstream.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on("close", () => upstream.destroy());
  incoming.pipe(upstream);
}

const server = createServer((incoming, response) => {
  const { pathname } = new URL(incoming.url, "http://door");
  if (pathname === "/v1" || pathname.startsWith("/v1/")) {
    if (isAllowed(incoming)) forward(incoming, response);
    else response.writeHead(403, { "content-type": "text/plain" }).end("Open the address that serve.mjs has printed.");
    return;
  }
  const [type, path] = files[pathname] ?? [];
  if (!path) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": type, "content-security-policy": "default-src 'self'" });
  response.end(readFileSync(path));
});

const origin = () => `http://127.0.0.1:${server.address().port}`;
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(`${origin()}/#${token}`));
