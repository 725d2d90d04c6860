// The built demo agent as a child with plain pipes: send it messages, take its lines.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { AgentLine, AgentMessage } from "../../src/agents/demo/protocol.ts";
import { tempDir } from "./temp-dir.ts";

export const demoProgram = fileURLToPath(new URL("../../dist/demo-agent.cjs", import.meta.url));

type LineOf<T extends AgentLine["type"]> = Extract<AgentLine, { type: T }>;

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

class DemoAgent {
  readonly cwd: string;
  readonly stateDir: string;
  readonly child: ChildProcessWithoutNullStreams;
  readonly exit: Promise<Exit>;
  readonly stderr: Promise<string>;
  readonly #lines: AsyncIterator<string>;
  #prompts = 0;

  constructor({
    cwd = tempDir(),
    stateDir = tempDir(),
    args = ["--session-id", "s1"],
    env = {},
  }: { cwd?: string; stateDir?: string; args?: string[]; env?: Record<string, string> } = {}) {
    this.cwd = cwd;
    this.stateDir = stateDir;
    this.child = spawn(process.execPath, [demoProgram, "--state-dir", stateDir, ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    this.exit = new Promise((resolve) => this.child.once("exit", (code, signal) => resolve({ code, signal })));
    this.stderr = text(this.child.stderr);
    this.#lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  send(message: AgentMessage): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends a prompt and gives its id. */
  prompt(text: string): string {
    const id = `p${++this.#prompts}`;
    this.send({ type: "prompt", id, text });
    return id;
  }

  /** The next line as it was printed; null at the end. */
  async raw(): Promise<string | null> {
    const { done, value } = await this.#lines.next();
    return done ? null : value;
  }

  /** Everything up to and with the next line of this type. */
  async upTo(type: AgentLine["type"]): Promise<AgentLine[]> {
    const lines: AgentLine[] = [];
    for (let line = await this.raw(); line !== null; line = await this.raw()) {
      lines.push(JSON.parse(line) as AgentLine);
      if (lines.at(-1)?.type === type) return lines;
    }
    throw new Error(`The agent ended without a line of type ${type}: ${JSON.stringify(lines)}`);
  }

  async next<T extends AgentLine["type"]>(type: T): Promise<LineOf<T>> {
    return (await this.upTo(type)).at(-1) as LineOf<T>;
  }

  /** A whole turn that ends by itself, without the usage. */
  async turn(text: string, end: "done" | "failed" = "done"): Promise<AgentLine[]> {
    this.prompt(text);
    const lines = await this.upTo(end);
    return lines.filter(({ type }) => type !== "ready" && type !== "usage");
  }

  /** What the agent says in a turn. */
  async said(text: string): Promise<string> {
    return textOf(await this.turn(text));
  }

  /** Ends stdin and waits for the end. */
  async finish(): Promise<Exit> {
    this.child.stdin.end();
    this.child.stdout.resume();
    return this.exit;
  }
}

/** It ends with the test. */
export function startDemoAgent(options: ConstructorParameters<typeof DemoAgent>[0] = {}): DemoAgent {
  const agent = new DemoAgent(options);
  onTestFinished(() => {
    agent.child.kill("SIGKILL");
  });
  return agent;
}

export function textOf(lines: readonly AgentLine[]): string {
  return lines.map((line) => (line.type === "text" ? line.text : "")).join("");
}

/** The output of the tool calls, and how the last one ended. */
export function outputOf(lines: readonly AgentLine[]): [output: string, status: string] {
  const output = lines.map((line) => (line.type === "tool_output" ? line.output : "")).join("");
  const end = lines.findLast((line) => line.type === "tool_end");
  return [output, end?.type === "tool_end" ? end.status : "none"];
}
