// A proxy in front of a daemon that can hold requests back, so that a test can make something happen between a client's last read and its
// request.
import { mkdirSync } from "node:fs";
import { createServer, request } from "node:http";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { pathsOf } from "../../src/home/index.ts";
import { routes } from "../../src/protocol/index.ts";
import { tempDir } from "./temp-dir.ts";

interface Held {
  readonly operation: keyof typeof routes;
  /** Called when such a request has arrived, before the daemon gets it. */
  readonly meanwhile: () => Promise<unknown>;
}

/** A home for clients: its socket leads to the daemon's. */
export async function openHoldingDoor(daemonSocket: string, { operation, meanwhile }: Held): Promise<{ home: string }> {
  const home = join(tempDir(), "home");
  const { socket } = pathsOf({ SKEIN_HOME: home });
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
  const path = new RegExp(`^${routes[operation].path.replaceAll(/:\w+/g, "[^/]+")}$`);
  const server = createServer(async (asked, answer) => {
    const { method, url = "", headers } = asked;
    if (method === routes[operation].method && path.test(url)) await meanwhile();
    const onward = request({ socketPath: daemonSocket, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { home };
}
