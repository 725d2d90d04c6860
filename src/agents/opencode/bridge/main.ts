// The bridge: OpenCode's server speaks HTTP and server-sent events, Skein speaks lines on stdin and stdout. It passes both on without
// interpreting them, with one exception (call-of): each event of the server becomes a line, and each request is a line that is answered by a
// line. Requests are sent one after the other, so that prompts stay in order.
import { TextLines } from "../../../core/text/line-splitter.ts";
import { messageOf } from "../../../system/index.ts";
import { relayEvents } from "./events.ts";
import { writeLine } from "./output.ts";
import { perform, readRequest } from "./requests.ts";
import { Server } from "./server.ts";

async function run(server: Server): Promise<void> {
  const address = await server.ready();
  // Before the first request, so that no resulting event is missed.
  await relayEvents(address, async (reason) => {
    // The server is probably ending, and its own output says more.
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

/** However this process ends, it ends the server first. */
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
// Before the server starts, so that a signal ends it from its first moment on.
process.on("SIGTERM", () => void finish(server, { code: 143 }));
process.on("SIGINT", () => void finish(server, { code: 130 }));
const server = new Server(executable, (words) => {
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
run(server).catch((error: unknown) => finish(server, { code: 1, words: messageOf(error) }));
