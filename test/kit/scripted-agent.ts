// An agent whose output the test provides, behind a keeper that holds everything in memory. Its lines are facts as JSON, and its input is JSON
// lines too: so a test of the daemon needs neither a process nor an agent's protocol.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { DeliveredPrompt, Driver, Fact } from "../../src/agents/driver.ts";
import type { LineRange, OffloadedLine, Registry, Run, RunExit, RunSpec, TextWriter } from "../../src/agents/index.ts";
import { defineDriver } from "../../src/agents/kit/define-driver.ts";
import { fileBelow } from "../../src/agents/kit/native-file.ts";
import { createLineOffload } from "../../src/agents/large-lines/index.ts";
import { type ForkPoint, SkeinError } from "../../src/core/index.ts";
import type { Keeper } from "../../src/session/index.ts";
import type { KilledTree } from "../../src/system/processes.ts";

export type Heard =
  | { said: "open"; nativeId: string; resumed: boolean; mode?: string; fork?: ForkPoint }
  | { said: "prompt"; promptId: string; text: string; files?: HeardFile[]; isCommand?: boolean }
  | { said: "answer"; permission: string; option: string; message: string | null }
  | { said: "steer"; promptId: string; text: string; files?: HeardFile[] }
  | { said: "interrupt" }
  | { said: "stop_tasks" }
  | { said: "configure"; mode: string | null; model: string | null };

interface HeardFile {
  name: string;
  mediaType: string;
  bytes: number;
  path: string;
}

const line = (heard: Heard): string => JSON.stringify(heard);

const heardOf = ({ files, ...prompt }: DeliveredPrompt) => ({ ...prompt, ...(files ? { files: [...files] } : {}) });

const driver: Driver = defineDriver(z.object({ heard: z.number(), isSettling: z.boolean().default(false) }), {
  id: "scripted",
  title: "Scripted",
  transport: "stream",
  capabilities: {
    resume: true,
    fork: "turn",
    approvals: true,
    interrupt: true,
    steer: true,
    tasks: "stoppable",
    files: ["image/", "text/"],
    modes: {
      code: { edits: "free", commands: "asked" },
      plan: { edits: "refused", commands: "refused" },
      auto: { edits: "free", commands: "free" },
    },
    models: true,
    commands: true,
  },
  forgetsMode: true,
  ids: { conversation: /^[a-z0-9][\w-]{0,99}$/, mark: /^[a-z0-9][\w-]{0,99}$/ },
  probe: { version: null, login: null, models: null },
  find: async () => ({ kind: "found", path: "scripted", version: null }),
  launch: () => ({ argv: ["scripted"], env: {} }),
  nativeFiles: ({ stateDir }) => fileBelow(stateDir, "*/{id}.jsonl"),
  open: ({ nativeId, newNativeId, mode, fork }) => ({
    state: { heard: 0, isSettling: false },
    facts: [],
    writes: [
      line({
        ...{ said: "open", nativeId: nativeId ?? newNativeId, resumed: nativeId !== null },
        ...(mode === null ? {} : { mode }),
        ...(fork ? { fork } : {}),
      }),
    ],
  }),
  read(state, text) {
    const fact = JSON.parse(text) as Fact;
    const isSettling = state.isSettling && fact.type !== "model_changed" && fact.type !== "error";
    return { state: { heard: state.heard + 1, isSettling }, facts: [fact], writes: [] };
  },
  deliver: (state, prompt) => ({ state, facts: [], writes: [line({ said: "prompt", ...heardOf(prompt) })] }),
  answer: (state, answer) => ({ state, facts: [], writes: [line({ said: "answer", ...answer })] }),
  steer: (state, prompt) => ({ state, facts: [], writes: [line({ said: "steer", ...heardOf(prompt) })] }),
  interrupt: (state) => ({ state, facts: [], writes: [line({ said: "interrupt" })] }),
  stopTasks: (state) => ({ state, facts: [], writes: [line({ said: "stop_tasks" })] }),
  isSettling: (state) => state.isSettling,
  // It says what came of a model called "slow", and of nothing else. A process that is started for it works better in mode auto: where no work ends with the old one, it gets that.
  configure: (state, { hasWork, ...setting }) =>
    setting.mode === "auto" && !hasWork
      ? null
      : {
          state: { ...state, isSettling: setting.model === "slow" },
          facts: [],
          writes: [line({ said: "configure", ...setting })],
        },
});

export const scriptedRegistry: Registry = {
  get: (id) => (id === driver.id ? driver : null),
  list: () => [driver],
  defaultAgent: async () => driver,
};

/** One run of the agent, as the test sees it. */
export class ScriptedRun {
  readonly spec: RunSpec;
  stopped = false;
  hasExited = false;
  isInputEnded = false;
  /** A command that it left in the background. */
  hasBackgroundWork = false;
  /** Processes of another user, which nobody can end. */
  leftProcesses: number[] = [];
  /** What it wrote to stderr, and how much more of that was dropped. */
  stderr = { text: "", dropped: 0 };
  /** Its keeper holds it back: too much was unread. */
  isHeldBack = false;
  #isPaused = false;
  /** What it is to say when it may go on. */
  #unsaid = Buffer.alloc(0);
  #in = Buffer.alloc(0);
  #out = Buffer.alloc(0);
  #listeners = new Set<() => void>();
  #heldBackListeners = new Set<(isFirst: boolean) => void>();
  #exit!: (exit: RunExit) => void;
  readonly #exited: Promise<RunExit>;
  /** What happens on `stop`: by default it ends as a process does that heeds SIGTERM. */
  onStop: () => void = () => this.exit({ kind: "signaled", signal: "SIGTERM" });

  constructor(spec: RunSpec) {
    this.spec = spec;
    this.#exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
  }

  get heard(): Heard[] {
    const lines = this.#in.toString().split("\n").slice(0, -1);
    return lines.map((text) => JSON.parse(text) as Heard);
  }

  get prompts(): string[] {
    return this.heard.flatMap((one) => (one.said === "prompt" ? [one.text] : []));
  }

  say(...facts: Fact[]): void {
    this.raw(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(""));
  }

  raw(text: string | Buffer): void {
    if (this.#isPaused) {
      this.#unsaid = Buffer.concat([this.#unsaid, Buffer.from(text)]);
      return;
    }
    this.#out = Buffer.concat([this.#out, Buffer.from(text)]);
    for (const listener of this.#listeners) listener();
  }

  /** It stands still. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    this.#isPaused = !this.hasExited;
  }

  unpause(): void {
    this.#isPaused = false;
    this.isHeldBack = false;
    const unsaid = this.#unsaid;
    this.#unsaid = Buffer.alloc(0);
    if (unsaid.length > 0) this.raw(unsaid);
  }

  /** Something has emptied the file that its output goes to; it goes on at the beginning. */
  truncate(): void {
    this.#out = Buffer.alloc(0);
    for (const listener of this.#listeners) listener();
  }

  /** Its keeper holds it back, and whoever has read all of it hears so. */
  holdBack(): void {
    this.isHeldBack = true;
    for (const listener of this.#heldBackListeners) listener(true);
  }

  exit(exit: RunExit): void {
    this.hasExited = true;
    this.#isPaused = false;
    this.#unsaid = Buffer.alloc(0);
    this.#exit(exit);
  }

  /** Kills all that lives of it. */
  sweep(): KilledTree {
    const killed = (this.hasExited ? 0 : 1) + (this.hasBackgroundWork ? 1 : 0);
    this.hasBackgroundWork = false;
    if (!this.hasExited) {
      this.stopped = true;
      this.exit({ kind: "lost" });
    }
    return { killed, left: [] };
  }

  /** When it last printed something, if not just now. */
  printedMs: number | null = null;

  /** A torn write: only the first bytes of what was being sent got there before the daemon died. */
  forgetInputAfter(bytes: number): void {
    this.#in = this.#in.subarray(0, bytes);
  }

  /** Everything that the agent has said. */
  get output(): Buffer {
    return this.#out;
  }

  /** Everything that was said to it. */
  get input(): Buffer {
    return this.#in;
  }

  get inputBytes(): number {
    return this.#in.length;
  }

  open(): Run {
    const mine = new Set<() => void>();
    const heldBack = new Set<(isFirst: boolean) => void>();
    let isAttached = true;
    return {
      dir: this.spec.dir,
      exited: this.#exited.then((exit) => (isAttached ? exit : new Promise<never>(() => {}))),
      write: async ({ offset, bytes }) => {
        if (offset > this.#in.length) throw new SkeinError("input_gap", "a gap in the input");
        const present = this.#in.subarray(offset, offset + bytes.length);
        if (!present.equals(bytes.subarray(0, present.length)))
          throw new SkeinError("input_conflict", "other bytes than these were sent");
        this.#in = Buffer.concat([this.#in, bytes.subarray(present.length)]);
      },
      inputSize: async () => this.#in.length,
      lastPrintedMs: async () => (this.#out.length === 0 ? null : (this.printedMs ?? Date.now())),
      read: async (offset, maxBytes) =>
        offset > this.#out.length ? null : this.#out.subarray(offset, offset + maxBytes),
      onOutput: (listener) => {
        this.#listeners.add(listener);
        mine.add(listener);
        return () => this.#listeners.delete(listener);
      },
      stderrTail: async (maxBytes) => Buffer.from(this.stderr.text).subarray(-maxBytes).toString(),
      stderrDropped: async () => this.stderr.dropped,
      onHeldBack: (listener) => {
        if (this.isHeldBack) listener(true);
        this.#heldBackListeners.add(listener);
        heldBack.add(listener);
        return () => this.#heldBackListeners.delete(listener);
      },
      closeInput: async () => {
        this.isInputEnded = true;
      },
      stop: async () => {
        this.stopped = true;
        this.onStop();
        await this.#exited;
        return this.leftProcesses;
      },
      sweep: async () => this.sweep(),
      hasBackgroundWork: async () => this.hasBackgroundWork,
      detach: () => {
        isAttached = false;
        for (const listener of mine) this.#listeners.delete(listener);
        for (const listener of heldBack) this.#heldBackListeners.delete(listener);
      },
    };
  }
}

const lineOffload = createLineOffload();

/** Holds scripted agents; it outlives the daemons of a test as a real keeper does. */
export class MemoryKeeper implements Keeper {
  readonly runs: ScriptedRun[] = [];
  /** While it is set, neither can a run be opened nor its spool be read. */
  trouble: Error | null = null;
  /** Whoever has a spool open reads on; nobody can open it again. */
  isSpoolDeleted = false;
  readonly #byDir = new Map<string, ScriptedRun>();
  /** The directories of runs that a person has ended without a word in the log. */
  readonly #killed = new Set<string>();

  async prepare(spec: RunSpec): Promise<void> {
    if (!this.#byDir.has(spec.dir)) this.#byDir.set(spec.dir, new ScriptedRun(spec));
  }

  async open({ dir }: { dir: string }): Promise<Run> {
    const run = this.#byDir.get(dir);
    if (this.trouble) throw this.trouble;
    if (!run) throw new Error(`no run in ${dir}`);
    if (!this.runs.includes(run)) this.runs.push(run);
    const opened = run.open();
    return {
      ...opened,
      read: async (offset, maxBytes) => {
        if (this.trouble) throw this.trouble;
        return opened.read(offset, maxBytes);
      },
    };
  }

  async sweep(run: string): Promise<KilledTree> {
    const swept = this.runs.filter(({ spec }) => spec.run === run).map((one) => one.sweep());
    return { killed: swept.reduce((sum, { killed }) => sum + killed, 0), left: [] };
  }

  async remove(dir: string): Promise<void> {
    const run = this.#byDir.get(dir);
    if (run && !run.hasExited && this.runs.includes(run))
      throw new SkeinError("run_active", `the run in ${dir} has not ended`);
    this.#byDir.delete(dir);
  }

  async noteKill(dir: string): Promise<void> {
    this.#killed.add(dir);
  }

  async isKillNoted(dir: string): Promise<boolean> {
    return this.#killed.has(dir);
  }

  async forgetKill(dir: string): Promise<void> {
    this.#killed.delete(dir);
  }

  /** By the thread that reads a real keeper's spools: this one's is a file for so long. */
  async offloadLine(dir: string, range: LineRange, openText: () => TextWriter): Promise<OffloadedLine> {
    const spools = await mkdtemp(join(tmpdir(), "skein-spool-"));
    const path = join(spools, "out");
    if (!this.isSpoolDeleted) await writeFile(path, this.#byDir.get(dir)?.output ?? "");
    try {
      return await lineOffload({ path, ...range }, openText);
    } finally {
      await rm(spools, { recursive: true });
    }
  }

  async pause(runs: readonly string[]): Promise<void> {
    for (const one of this.runs) if (runs.includes(one.spec.run)) one.pause();
  }

  async unpause(runs: readonly string[]): Promise<void> {
    for (const one of this.runs) if (runs.includes(one.spec.run)) one.unpause();
  }
}
