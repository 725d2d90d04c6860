// Directives that work: commands that really run and files that are really written, in the directory the agent was started in.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { byteCount, type Directive, halves, required } from "../directive.ts";
import { inOneLine } from "../in-one-line.ts";
import { ask, type Question } from "../question.ts";
import { runCommand } from "../shell.ts";
import { emitText } from "../speech.ts";
import { type ToolCall, titled, useTool } from "../tool.ts";
import type { Answer, Turn } from "../turn.ts";
import { breathe } from "../until.ts";

const MAX_READ_CHARACTERS = 64 * 1024;
const QUOTED_CHARACTERS = 60;

export const tools = {
  run: {
    form: "[[run: command]]",
    run(turn, argument) {
      const command = required(argument);
      return useTool(turn, shellCall(command, "running"), (call) => execute(turn, call, command));
    },
  },

  ask: {
    form: "[[ask: command]]",
    run: (turn, argument) => askToRun(turn, required(argument)),
  },

  "ask-about": {
    form: "[[ask-about: description | command]]",
    run(turn, argument) {
      const [description, command] = halves(argument);
      return askToRun(turn, required(command), [`description: ${description}`]);
    },
  },

  output: {
    form: "[[output: 100mb]]",
    run(turn, argument) {
      const bytes = byteCount(argument);
      return useTool(turn, { title: "Print much", kind: "execute", status: "running", input: {} }, async (call) => {
        await printInOneLine(turn, call, bytes);
        return "completed";
      });
    },
  },

  write: {
    form: "[[write: path | content]]",
    run(turn, argument) {
      const [path, content] = halves(argument);
      return useTool(turn, writeCall(path, content, "running"), (call) => write(turn, call, path, content));
    },
  },

  "ask-write": {
    form: "[[ask-write: path | content]]",
    async run(turn, argument) {
      const [given, content] = halves(argument);
      let denied: Answer | null = null;
      await useTool(turn, writeCall(given, content, "pending"), async (call, run) => {
        const request = { kind: "edit" as const, command: null, paths: [resolve(given)] };
        const detail = `${resolve(given).replaceAll("\n", "\\n")}\n\n${content}`;
        const answer = await ask(turn, { call, title: titled("Write", given), detail, request, options: onceOptions });
        if (!answer.option.startsWith("allow")) {
          denied = answer;
          return "cancelled";
        }
        run();
        return write(turn, call, given, content);
      });
      if (denied !== null) await emitText(turn, `I did not write ${deniedText(given, denied)}`);
    },
  },

  read: {
    form: "[[read: path]]",
    run(turn, argument) {
      const given = required(argument);
      const path = resolve(given);
      const tool: ToolCall = { title: titled("Read", given), kind: "read", status: "running", input: { path } };
      return useTool(turn, tool, async (call) => {
        const text = await readFile(path, "utf8");
        turn.output.line({ type: "file_read", call, path });
        turn.output.line({ type: "tool_output", call, output: text.slice(0, MAX_READ_CHARACTERS) });
        return "completed";
      });
    },
  },
} satisfies Record<string, Directive>;

async function askToRun(turn: Turn, command: string, notes: string[] = []): Promise<void> {
  let denied: Answer | null = null;
  await useTool(turn, shellCall(command, "pending"), async (call, run) => {
    const request = { kind: "execute" as const, command, paths: [] };
    const said = { title: titled("Run", command), detail: command, ...(notes.length === 0 ? {} : { notes }) };
    const asked = { call, ...said, request, options: commandOptions };
    const answer = turn.history.isAllowed(command) ? null : await ask(turn, asked);
    if (answer && !answer.option.startsWith("allow")) {
      denied = answer;
      return "cancelled";
    }
    if (answer?.option === "allow-session") turn.history.allow(command);
    run();
    return execute(turn, call, command);
  });
  if (denied !== null) await emitText(turn, `I did not run ${deniedText(command, denied)}`);
}

const NUMBERED_LINE = 64;
const LINES_AT_ONCE = 16_384;

/** One message as long as it is wished for: numbered lines, so that what is missing or doubled shows. Never whole in memory. */
async function printInOneLine(turn: Turn, call: string, bytes: number): Promise<void> {
  const [start, end] = JSON.stringify({ type: "tool_output", call, output: "|" }).split("|");
  turn.output.bytes(Buffer.from(start ?? ""));
  const lines = Math.ceil(bytes / NUMBERED_LINE);
  const numbered = (number: number): string => `${`${number} `.padEnd(NUMBERED_LINE - 1, "~")}\n`;
  try {
    for (let line = 0; line < lines; line += LINES_AT_ONCE) {
      await breathe(turn.signal);
      const count = Math.min(LINES_AT_ONCE, lines - line);
      const text = Array.from({ length: count }, (_, index) => numbered(line + index)).join("");
      turn.output.bytes(Buffer.from(JSON.stringify(text).slice(1, -1)));
    }
  } finally {
    turn.output.bytes(Buffer.from(`${end}\n`));
  }
}

const shellCall = (command: string, status: ToolCall["status"]): ToolCall => ({
  title: titled("Run", command),
  kind: "execute",
  status,
  input: { command },
});

async function execute(turn: Turn, call: string, command: string): Promise<"completed" | "failed"> {
  const onOutput = (output: string) => turn.output.line({ type: "tool_output", call, output });
  const { code, signal } = await runCommand(command, { signal: turn.signal, onOutput });
  turn.signal.throwIfAborted();
  if (code !== 0) onOutput(signal === null ? `[exit ${code}]\n` : `[killed by ${signal}]\n`);
  return code === 0 ? "completed" : "failed";
}

const writeCall = (given: string, content: string, status: ToolCall["status"]): ToolCall => ({
  title: titled("Write", given),
  kind: "edit",
  status,
  input: { path: resolve(given), content },
});

async function write(turn: Turn, call: string, given: string, content: string): Promise<"completed"> {
  const path = resolve(given);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  turn.output.line({ type: "file_write", call, path, bytes: Buffer.byteLength(content) });
  return "completed";
}

const onceOptions: Question["options"] = [
  { id: "allow", label: "Allow once", kind: "allow_once" },
  { id: "deny", label: "Deny", kind: "reject_once" },
];
const commandOptions: Question["options"] = [
  { id: "allow", label: "Allow once", kind: "allow_once" },
  { id: "allow-session", label: "Allow for this session", kind: "allow_always" },
  { id: "deny", label: "Deny", kind: "reject_once" },
];

function deniedText(what: string, { message }: Answer): string {
  return `\`${inOneLine(what, QUOTED_CHARACTERS)}\`: it was denied${message ? ` ("${message}")` : ""}.`;
}
