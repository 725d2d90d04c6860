// The bridge: OpenCode's server speaks HTTP and server-sent events, Skein speaks lines on stdin and stdout.
// It carries both and knows nothing of what they mean, but for one thing (call-of): each event of the server is a line, and each request is a
// line that is answered by one. Requests go out one after the other: a prompt can't overtake the one before it.
import { TextLines } from "../../../core/text/line-splitter.ts";
import { messageOf } from "../../../system/index.ts";
import { relayEvents } from "./events.ts";
import { writeLine } from "./output.ts";
import { perform, readRequest } from "./requests.ts";
import { Server } from "./server.ts";

async function run(server: Server): Promise<void> {
  const address = await server.ready();
  // Before the first request, so that nothing that comes of one can be missed.
  await relayEvents(address, async (reason) => {
    // Most likely the server is dying, and its own words say more.
    await server.endsSoon();
    await finish(server, { code: 1, words: `the event stream broke: ${reason}` });
  });
  const lines = new TextLines();
  for await (const piece of process.stdin) {
    for (const line of lines.push(piece)) {
      if (line.trim() === "") continue;
      const request = readRequest(line);
      if (request) writeLine(await perform(address, request));
      else process.stderr.write("a line on stdin is not a request\n");
    }
  }
  await finish(server, { code: 0 });
}

/** Whatever ends this process ends the server first. */
async function finish(server: Server, { code, words }: { code: number; words?: string }): Promise<never> {
  await server.stop();
  if (words !== undefined) process.stderr.write(`${words}\n`);
  process.exit(code);
}

const [executable] = process.argv.slice(2);
if (executable === undefined) {
  process.stderr.write("usage: opencode-bridge <path of opencode>\n");
  process.exit(2);
}
// Before there is a server: from its first moment on, a signal ends it, too.
process.on("SIGTERM", () => void finish(server, { code: 143 }));
process.on("SIGINT", () => void finish(server, { code: 130 }));
const server = new Server(executable, (words) => {
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
run(server).catch((error: unknown) => finish(server, { code: 1, words: messageOf(error) }));
