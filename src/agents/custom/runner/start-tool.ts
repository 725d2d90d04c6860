// Runs a tool as a child process: its output as plain text, and how it ended.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { isCode, messageOf } from "../../../system/index.ts";
import { endOf } from "../../../system/processes.ts";
import type { RunnerLine } from "../protocol.ts";
import { PlainText } from "./plain-text.ts";

export interface StartTool {
  argv: readonly string[];
  stdin: "inherit" | "ignore" | "pipe";
  /** In its own process group: a signal to it then reaches all of its child processes, as from a terminal. */
  isGroup?: boolean;
  onOutput(text: string): void;
  onError?(text: string): void;
}

export interface Tool {
  readonly child: ChildProcess;
  /** Resolves when all of its output was passed on. */
  readonly ended: Promise<ToolEnd>;
  signal(name: NodeJS.Signals): void;
}

export type ToolEnd =
  | Extract<RunnerLine, { type: "end" }>
  /** It could not be started. */
  | Extract<RunnerLine, { type: "unfit" }>;

const STDERR_TAIL = 2000;
/** Child processes of the tool may hold its output open forever. */
const LAST_WORDS_MS = 1000;

export function startTool({ argv, stdin, isGroup = false, onOutput, onError = () => {} }: StartTool): Tool {
  const [program = "", ...args] = argv;
  const options: SpawnOptions = { stdio: [stdin, "pipe", "pipe"], detached: isGroup };
  let child: ChildProcess;
  try {
    child = spawn(program, args, options);
  } catch (error) {
    // A too long argument throws, while other failures are events.
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
