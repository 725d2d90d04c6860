// A long-lived tool: prompts are sent to its stdin as lines; it has answered when it shows its own prompt again and is quiet.
import { fillFlag } from "../fill-flag.ts";
import type { LinesWork, RunnerLine, RunnerMessage } from "../protocol.ts";
import { type Captured, captureSession } from "./capture.ts";
import { PromptWatch } from "./prompt-watch.ts";
import { startTool, type Tool, type ToolEnd } from "./start-tool.ts";

/** How long the tool must be quiet after what looks like its prompt. A slow tool rarely pauses exactly there. */
const QUIET_MS = 150;
const MAX_BANNER = 4000;

interface RunnerDependencies {
  emit(line: RunnerLine): void;
  /** Calls back for every message until the tool's end. */
  listen(take: (message: RunnerMessage) => void, end: () => void): void;
  /** Aborted to end everything. */
  signal: AbortSignal;
}

/** Resolves with the tool's end. */
export async function runLines(work: LinesWork, { emit, listen, signal }: RunnerDependencies): Promise<ToolEnd> {
  const { capture } = work;
  const captured = capture ? await captureSession(capture, { timeoutMs: work.startSeconds * 1000, signal }) : null;
  if (signal.aborted) return { type: "end", code: null, signal: "SIGTERM", stderr: "" };
  if (captured) emit(told(captured));
  const resume = captured && "id" in captured ? fillFlag(capture?.resumeFlag ?? [], "id", captured.id) : [];
  const talk = new Talk({ ...work, argv: [...work.argv, ...resume] }, emit);
  signal.addEventListener("abort", () => talk.tool.signal("SIGTERM"));
  listen(
    (message) => (message.type === "prompt" ? talk.prompt(message.text) : talk.tool.signal("SIGINT")),
    () => talk.tool.child.stdin?.end(),
  );
  return talk.ended;
}

function told(captured: Captured): RunnerLine {
  if ("id" in captured) return { type: "session", id: captured.id };
  const text = `Skein asked the tool for the name of its conversation, but ${captured.why}. It starts fresh, and this conversation can't be resumed later.`;
  return { type: "notice", kind: "capture_failed", text };
}

class Talk {
  readonly tool: Tool;
  readonly ended: Promise<ToolEnd>;
  readonly #work: LinesWork;
  readonly #emit: RunnerDependencies["emit"];
  readonly #watch: PromptWatch;
  readonly #patience: NodeJS.Timeout;
  #quiet: NodeJS.Timeout | undefined;
  #isReady = false;
  #banner = "";
  #taken = 0;
  #messages = 1;

  constructor(work: LinesWork, emit: RunnerDependencies["emit"]) {
    this.#work = work;
    this.#emit = emit;
    this.#watch = new PromptWatch(work);
    // A terminal shows both streams together, and some tools print their prompt on stderr.
    const hear = (text: string): void => this.#hear(text);
    this.tool = startTool({ argv: work.argv, stdin: "pipe", isGroup: true, onOutput: hear, onError: hear });
    this.tool.child.stdin?.on("error", () => {});
    this.#patience = setTimeout(() => this.#giveUp("it shows no prompt", "prompt_patterns"), work.startSeconds * 1000);
    this.ended = this.tool.ended.then((end) => {
      clearTimeout(this.#patience);
      clearTimeout(this.#quiet);
      this.#passOn(this.#watch.settle().text);
      return end;
    });
  }

  prompt(text: string): void {
    this.#taken++;
    this.tool.child.stdin?.write(`${text}\n`);
  }

  #hear(text: string): void {
    this.#passOn(this.#watch.push(text));
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#settle(), QUIET_MS);
  }

  #settle(): void {
    const { text, isAtPrompt } = this.#watch.settle();
    this.#passOn(text);
    if (!isAtPrompt) return;
    if (this.#isReady) this.#emit({ type: "rest", taken: this.#taken });
    else this.#begin();
    this.#messages++;
  }

  #begin(): void {
    const { detectPatterns } = this.#work;
    const isDetected =
      detectPatterns.length === 0 || detectPatterns.some((one) => new RegExp(one, "m").test(this.#banner));
    if (!isDetected) {
      this.#giveUp("its output is not what was expected", "detect_patterns");
      return;
    }
    clearTimeout(this.#patience);
    this.#isReady = true;
    this.#emit({ type: "ready", banner: this.#banner.slice(-MAX_BANNER) });
  }

  #passOn(text: string): void {
    if (text === "") return;
    if (this.#isReady) this.#emit({ type: "text", message: this.#messages, text });
    else this.#banner = (this.#banner + text).slice(-MAX_BANNER);
  }

  #giveUp(why: string, key: string): void {
    const words = (this.#banner + this.#watch.settle().text).trim().split("\n").slice(-3).join(" ");
    const said = words === "" ? "It printed nothing." : `It printed: ${words.slice(-300)}`;
    this.#emit({ type: "unfit", text: `${this.#work.argv[0]} can't be used: ${why} (${key}). ${said}` });
    this.tool.signal("SIGKILL");
  }
}
