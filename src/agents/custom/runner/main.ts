// The runner: runs one tool of config.toml and converts its output to JSON lines without losing any. `../protocol.ts` is its protocol; its
// argument says what to run. The tool's stderr is passed through.
import { TextLines } from "../../../core/text/line-splitter.ts";
import { writeWhole } from "../../../system/index.ts";
import type { RunnerLine, RunnerMessage, Work } from "../protocol.ts";
import { runLines } from "./lines.ts";
import { startOneshot } from "./oneshot.ts";
import { type ToolEnd, UnfitTool } from "./start-tool.ts";

const STDOUT = 1;
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

const emit = (line: RunnerLine): void => writeWhole(STDOUT, Buffer.from(`${JSON.stringify(line)}\n`));

function listen(take: (message: RunnerMessage) => void, end: () => void): void {
  const lines = new TextLines();
  process.stdin
    .on("data", (chunk: Buffer) => {
      for (const line of lines.push(chunk)) take(JSON.parse(line) as RunnerMessage);
    })
    .on("end", end);
}

/** Resolves with the tool's end. */
async function run(work: Work, stop: AbortSignal): Promise<ToolEnd> {
  if (work.protocol === "lines") return runLines(work, { emit, listen, signal: stop });
  const tool = startOneshot({ ...work, promptText: null, onSaid: emit });
  stop.addEventListener("abort", () => tool.signal("SIGTERM"));
  emit({ type: "ready", banner: "" });
  return tool.ended;
}

const stop = new AbortController();
let stoppedBy: keyof typeof signals | null = null;
for (const name of Object.keys(signals) as (keyof typeof signals)[]) {
  process.on(name, () => {
    stoppedBy ??= name;
    stop.abort();
  });
}

async function main(work: Work): Promise<void> {
  const end = await run(work, stop.signal).catch((error: unknown): ToolEnd => {
    if (error instanceof UnfitTool) return { type: "unfit", text: error.message };
    throw error;
  });
  // A tool that was ended from outside reports no end: its caller knows the reason.
  if (stoppedBy === null) emit(end);
  process.stdin.destroy();
  process.exitCode = stoppedBy ? 128 + signals[stoppedBy] : end.type === "end" ? (end.code ?? 1) : 1;
}

void main(JSON.parse(process.argv[2] ?? "") as Work);
