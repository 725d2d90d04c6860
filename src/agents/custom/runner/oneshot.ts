// A tool that takes one prompt and ends.
import { readFileSync } from "node:fs";
import { fillFlag } from "../fill-flag.ts";
import type { Output, PromptWay } from "../protocol.ts";
import { outputParsers, type Said } from "./output-parsers.ts";
import { startTool, type Tool } from "./start-tool.ts";

interface OneshotTool {
  argv: readonly string[];
  prompt: PromptWay;
  output: Output;
  /** Null = the runner's own stdin. */
  promptText: string | null;
  isGroup?: boolean;
  onSaid(said: Said): void;
}

const STDIN = 0;

export function startOneshot({ argv, prompt, output, promptText, isGroup = false, onSaid }: OneshotTool): Tool {
  const parser = outputParsers[output.format](output);
  const isArgument = prompt.kind === "argument";
  const text = isArgument ? (promptText ?? readFileSync(STDIN, "utf8")) : promptText;
  const tool = startTool({
    argv: isArgument ? [...argv, ...fillFlag(prompt.flag, "prompt", text ?? "")] : argv,
    stdin: isArgument ? "ignore" : text === null ? "inherit" : "pipe",
    isGroup,
    onOutput: (piece) => parser.push(piece).forEach(onSaid),
  });
  if (!isArgument && text !== null) {
    // A tool need not read it.
    tool.child.stdin?.on("error", () => {});
    tool.child.stdin?.end(text);
  }
  const ended = tool.ended.then((end) => {
    parser.end().forEach(onSaid);
    return end;
  });
  return { ...tool, ended };
}
