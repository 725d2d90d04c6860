// The protocol between the runner and its driver. The runner is a program of Skein between the driver and a tool of config.toml: tools print
// text of any form, with prompts that end no line; the runner prints JSON lines.
import * as z from "zod";
import type { JsonPath, OutputFormat } from "../../home/index.ts";

export const runnerLine = z.discriminatedUnion("type", [
  /** The tool runs; a long-lived one waits for its first prompt. */
  z.object({ type: z.literal("ready"), /** What it said of itself until then. */ banner: z.string() }),
  /** The tool's name for its conversation. */
  z.object({ type: z.literal("session"), id: z.string() }),
  /** What it says; pieces of one message have the same number. */
  z.object({ type: z.literal("text"), message: z.number(), text: z.string() }),
  /** It waits again. `taken`: how many prompts it had been given by then. */
  z.object({ type: z.literal("rest"), taken: z.number() }),
  /** The tool itself says that it has failed. */
  z.object({ type: z.literal("failed"), text: z.string() }),
  z.object({ type: z.literal("notice"), kind: z.string(), text: z.string() }),
  /** It can't be started, or is not what it should be. */
  z.object({ type: z.literal("unfit"), text: z.string() }),
  /** Its process has ended by itself. */
  z.object({
    type: z.literal("end"),
    code: z.number().nullable(),
    signal: z.string().nullable(),
    stderr: z.string(),
  }),
]);
export type RunnerLine = z.infer<typeof runnerLine>;

/** What the driver says to the runner of a long-lived tool. */
export type RunnerMessage = { type: "prompt"; text: string } | { type: "interrupt" };

/** How a prompt gets to a tool: as its stdin, or in its arguments. */
export type PromptWay = { readonly kind: "stdin" } | { readonly kind: "argument"; readonly flag: readonly string[] };

/** How the output of a tool that ends is read. */
export interface Output {
  readonly format: OutputFormat;
  readonly response: JsonPath | null;
  readonly session: JsonPath | null;
  readonly error: JsonPath | null;
}

interface OneshotWork {
  readonly protocol: "oneshot";
  readonly argv: readonly string[];
  readonly prompt: PromptWay;
  readonly output: Output;
}

export interface LinesWork {
  readonly protocol: "lines";
  readonly argv: readonly string[];
  readonly promptPatterns: readonly string[];
  readonly busyPatterns: readonly string[];
  readonly detectPatterns: readonly string[];
  readonly startSeconds: number;
  /** How the name of a conversation is got beforehand; the flag that goes on with it is then added to `argv`. */
  readonly capture: {
    readonly argv: readonly string[];
    readonly prompt: PromptWay;
    readonly output: Output;
    readonly resumeFlag: readonly string[];
  } | null;
}

/** The runner's only argument, as JSON. */
export type Work = OneshotWork | LinesWork;
