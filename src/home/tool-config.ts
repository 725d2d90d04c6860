// What config.toml says of an agent of one's own, once it is read.
import type { JsonPath } from "./json-path.ts";

export interface AnyTool {
  /** A name for PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly icon?: string;
  /** How many prompts may wait in its sessions. */
  readonly queuedPrompts?: number;
}

/** Arguments; `{id}`, `{model}` and `{prompt}` in them stand for the value, which else comes after them. */
type Flag = readonly string[];

/** How its output becomes what it said. */
export type OutputFormat = "text" | "json" | "jsonl";

export interface CustomTool extends AnyTool {
  readonly modelFlag: Flag | null;
  readonly dangerousFlag: Flag | null;
  /** The dangerous flag is there in every mode. */
  readonly isAlwaysDangerous: boolean;
  /** Where the name of its conversation comes from, and goes to. */
  readonly session: {
    readonly idFlag: Flag | null;
    readonly idVariable: string | null;
    readonly idPath: JsonPath | null;
    readonly resumeFlag: Flag | null;
  };
  /** Null = the prompt is its stdin. */
  readonly promptFlag: Flag | null;
  readonly outputFormatFlag: Flag;
  readonly outputFormat: OutputFormat;
}

/** A process for each prompt. */
export interface OneshotTool extends CustomTool {
  readonly protocol: "oneshot";
  readonly responsePath: JsonPath | null;
  readonly errorPath: JsonPath | null;
}

/** One long-lived process that takes prompts as lines and prints text. */
export interface LinesTool extends CustomTool {
  readonly protocol: "lines";
  /** Regular expressions. */
  readonly promptPatterns: readonly string[];
  readonly busyPatterns: readonly string[];
  readonly detectPatterns: readonly string[];
  /** What comes before and after a prompt of several lines. */
  readonly multilineMarks: readonly [string, string] | null;
  /** How long it may take to become ready. */
  readonly startSeconds: number;
  /** It is run once with a prompt of its own, only to learn the name of a conversation. */
  readonly isCaptured: boolean;
}

export type ToolConfig = (AnyTool & { readonly protocol: "acp" }) | OneshotTool | LinesTool;
