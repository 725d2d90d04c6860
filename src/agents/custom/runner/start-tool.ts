// A tool as a child process: its output as plain text, and its end, however it comes.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { isCode, messageOf } from "../../../system/index.ts";
import { endOf } from "../../../system/processes.ts";
import type { RunnerLine } from "../protocol.ts";
import { PlainText } from "./plain-text.ts";

export interface StartTool {
  argv: readonly string[];
  stdin: "inherit" | "ignore" | "pipe";
  /** In a process group of its own: a signal to it then reaches all that it has started, as a terminal's would. */
  isGroup?: boolean;
  onOutput(text: string): void;
  onError?(text: string): void;
}

export interface Tool {
  readonly child: ChildProcess;
  /** Resolves when all that it printed was passed on. */
  readonly ended: Promise<ToolEnd>;
  signal(name: NodeJS.Signals): void;
}

export type ToolEnd =
  | Extract<RunnerLine, { type: "end" }>
  /** It could not be started. */
  | Extract<RunnerLine, { type: "unfit" }>;

const STDERR_TAIL = 2000;
/** What a tool left running may hold its output open for ever. */
const LAST_WORDS_MS = 1000;

export function startTool({ argv, stdin, isGroup = false, onOutput, onError = () => {} }: StartTool): Tool {
  const [program = "", ...args] = argv;
  const options: SpawnOptions = { stdio: [stdin, "pipe", "pipe"], detached: isGroup };
  let child: ChildProcess;
  try {
    child = spawn(program, args, options);
  } catch (error) {
    // A long argument makes it throw, where other faults come as an event.
    throw new UnfitTool(unfit(program, error).text);
  }
  const stderr = { tail: "" };
  readPlain(child.stdout, onOutput);
  readPlain(child.stderr, (text) => {
    process.stderr.write(text);
    stderr.tail = (stderr.tail + text).slice(-STDERR_TAIL);
    onError(text);
  });
  const ended = endOf(child, LAST_WORDS_MS).then(
    (end): ToolEnd => ({ type: "end", ...end, stderr: stderr.tail }),
    (error): ToolEnd => unfit(program, error),
  );
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(isGroup ? -child.pid : child.pid, name);
    } catch {
      // It has just ended.
    }
  };
  return { child, ended, signal };
}

function readPlain(stream: ChildProcess["stdout"], take: (text: string) => void): void {
  const plain = new PlainText();
  const pass = (text: string): void => {
    if (text !== "") take(text);
  };
  stream
    ?.setEncoding("utf8")
    .on("data", (chunk: string) => pass(plain.push(chunk)))
    .on("close", () => pass(plain.end()));
}

/** The tool can't be used; the message says why. */
export class UnfitTool extends Error {
  override readonly name = "UnfitTool";
}

function unfit(program: string, error: unknown): Extract<RunnerLine, { type: "unfit" }> {
  const why = isCode(error, "E2BIG")
    ? "the prompt is too long for a command line; without prompt_flag the tool gets it on its stdin"
    : messageOf(error);
  return { type: "unfit", text: `${program} could not be started: ${why}` };
}
