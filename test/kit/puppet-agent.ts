// An agent that a test controls through a socket in its own directory.
// Run as: node puppet-agent.ts <directory>
import { spawn } from "node:child_process";
import { appendFileSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [directory = ""] = process.argv.slice(2);
const note = (file: string, text: string | Buffer): void => appendFileSync(join(directory, file), text);

const deeds: Record<string, (text: string) => void> = {
  say: (text) => void writeSync(1, text),
  complain: (text) => void writeSync(2, text),
  leaveWork: () => spawn("sleep", ["1000"], { detached: true, stdio: "ignore" }).unref(),
  ignoreStop: () => void process.on("SIGTERM", () => {}),
  exit: (text) => process.exit(Number(text)),
};

note("starts", "x");
process.stdin.on("data", (chunk) => note("heard", chunk));
process.stdin.on("end", () => note("heard-end", "x"));
createServer((socket) => {
  createInterface(socket).on("line", (line) => {
    const { deed, text } = JSON.parse(line) as { deed: string; text: string };
    // Heard before it is done: an end would take the answer along.
    socket.write("heard\n", () => {
      deeds[deed]?.(text);
      socket.end("done\n");
    });
  });
}).listen(join(directory, "socket"));
