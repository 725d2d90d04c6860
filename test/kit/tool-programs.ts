// Little command-line tools, as people have them: written into a directory, to be made agents of by config.toml alone.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const node = `#!${process.execPath}\n`;

/** Remembers what it was told, in a file of its name for each conversation. */
const chat = `${node}
const { appendFileSync, existsSync, readFileSync } = require("node:fs");
const { randomUUID } = require("node:crypto");
const args = process.argv.slice(2);
const after = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const prompt = after("--say") ?? readFileSync(0, "utf8");
const id = after("--resume") ?? process.env.CHAT_ID ?? after("--id") ?? "chat-" + randomUUID();
const file = "memory-" + id;
if (after("--resume") && !existsSync(file)) {
  console.error("Error: no conversation " + id);
  process.exit(1);
}
if (prompt.includes("die")) {
  console.error("no key for the model\\u001b[0m");
  process.exit(3);
}
if (prompt.includes("hold")) while (!existsSync("go-on")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
const before = existsSync(file) ? readFileSync(file, "utf8").trim().split("\\n") : [];
appendFileSync(file, prompt.replaceAll("\\n", " ") + "\\n");
const answer = "heard " + prompt + "; before: " + (before.join(", ") || "nothing") + "; with " + args.filter((one) => one === "--yolo" || one === "-m" || one === "big").join(" ");
if (args.includes("--json")) console.log(JSON.stringify({ chat: { id }, answer }, null, 2));
else process.stdout.write("\\u001b[32m" + answer + "\\u001b[0m");
if (prompt.includes("wait")) setInterval(() => {}, 1000);
`;

/** Shows a prompt that ends no line, and takes one line at a time. */
const repl = `${node}
const { readFileSync, existsSync, appendFileSync } = require("node:fs");
const { createInterface } = require("node:readline");
const args = process.argv.slice(2);
const resume = args.includes("--resume") ? args[args.indexOf("--resume") + 1] : null;
if (args.includes("--once")) {
  const words = readFileSync(0, "utf8");
  appendFileSync("asked-once", words + "\\n");
  if (existsSync("refuse")) process.exit(9);
  console.log(JSON.stringify({ session: { id: "captured-1" } }));
  process.exit(0);
}
console.log("\\u001b[1mRepl 1.0\\u001b[0m" + (resume ? " goes on with " + resume : ""));
const heard = [];
const show = () => process.stdout.write("\\n> ");
let timer;
process.on("SIGINT", () => {
  clearTimeout(timer);
  process.stdout.write("stopped");
  show();
});
createInterface({ input: process.stdin })
  .on("line", (line) => {
    if (line === "die") {
      console.error("out of memory");
      process.exit(4);
    }
    if (line === "wait") {
      process.stdout.write("waiting");
      timer = setTimeout(() => {}, 600_000);
      return;
    }
    process.stdout.write("heard " + line + "\\n");
    process.stdout.write("after " + (heard.join(", ") || "nothing"));
    heard.push(line);
    show();
  })
  .on("close", () => process.exit(0));
show();
`;

/** In every language: a tool is whatever can be executed. */
const shell = `#!/bin/sh
echo "you said:"
echo
said=$(cat)
printf '%s' "$said"
[ "$said" != "leave something" ] || sleep 600 &
`;

/** Writes them into the directory, and says where they are. */
export function writeToolPrograms(directory: string): { chat: string; repl: string; shell: string } {
  const write = (name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  };
  return { chat: write("chat", chat), repl: write("repl", repl), shell: write("shell", shell) };
}
