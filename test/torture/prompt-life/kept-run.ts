// A run of a simulated agent as a keeper holds it: bytes in and out, which outlive the daemon, and what of them a daemon may see by now.
import type { RunExit } from "../../../src/agents/index.ts";
import type { AgentProcess, Message } from "./agent.ts";
import { promise } from "./fault.ts";

const exits: Readonly<Record<NonNullable<AgentProcess["exit"]>, RunExit>> = {
  exited: { kind: "exited", code: 0 },
  crashed: { kind: "exited", code: 1 },
  lost: { kind: "lost" },
};

export class KeptRun {
  readonly process: AgentProcess;
  readonly listeners = new Set<() => void>();
  readonly exited: Promise<RunExit>;
  #exit!: (exit: RunExit) => void;
  #input = Buffer.alloc(0);
  #told = 0;
  #output = Buffer.alloc(0);
  #visible = 0;

  constructor(process: AgentProcess) {
    this.process = process;
    this.exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
  }

  get inputSize(): number {
    return this.#input.length;
  }

  /** Appends what is missing; whole lines reach the agent. */
  write(offset: number, bytes: Buffer): void {
    promise(offset <= this.#input.length, () => `a hole before byte ${offset} of what was said to the agent`);
    const present = this.#input.subarray(offset, offset + bytes.length);
    promise(present.equals(bytes.subarray(0, present.length)), () => `two things were said at byte ${offset}`);
    this.#input = Buffer.concat([this.#input, bytes.subarray(present.length)]);
    const lines = this.#input.toString().split("\n").slice(0, -1);
    for (const line of lines.slice(this.#told)) this.process.write(this.#told++, JSON.parse(line) as Message);
  }

  read(offset: number, maxBytes: number): Buffer {
    return this.#output.subarray(offset, offset + maxBytes);
  }

  /** So many more of its lines are noticed. */
  show(lines: number): void {
    if (this.#print(lines)) for (const listener of this.listeners) listener();
  }

  /** Its end is noticed, if it has ended, perhaps before its last words were. */
  showExit(): void {
    const { exit, out } = this.process;
    if (exit === null) return;
    this.#print(out.length);
    this.#exit(exits[exit]);
  }

  #print(lines: number): boolean {
    const next = this.process.out.slice(this.#visible, this.#visible + lines);
    this.#visible += next.length;
    const text = next.map((line) => `${JSON.stringify(line)}\n`).join("");
    this.#output = Buffer.concat([this.#output, Buffer.from(text)]);
    return next.length > 0;
  }
}
