// Asks a program one question, such as its version: it gets so much time and no input, and nothing of it is left afterwards.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { killTree, RUN_VARIABLE } from "../system/index.ts";

export interface Question {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/** `trouble` is one sentence for people. Of what the program printed it holds at most the last line of stderr, without values of the environment: those could be keys. */
export type Printed = { readonly stdout: string } | { readonly trouble: string };

/** Codex tells of its models in 745 KB (0.166.0). */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export async function askProgram({ path, args, env, limitMs }: Question): Promise<Printed> {
  const marker = randomUUID();
  const words = [basename(path), ...args].join(" ");
  try {
    return await answerOf({ path, args, env: { ...env, [RUN_VARIABLE]: marker }, limitMs }, words);
  } finally {
    await killTree({ marker });
  }
}

function answerOf({ path, args, env, limitMs }: Question, words: string): Promise<Printed> {
  return new Promise((resolve) => {
    // Not in anybody's project: what lies there could change what the program does. In a group of its own: a Ctrl+C is not for it.
    const child = spawn(path, args, { cwd: "/", env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let errors = Buffer.alloc(0);
    const settle = (printed: Printed): void => {
      clearTimeout(timer);
      // What it has started may hold the pipe for as long as it likes.
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      resolve(printed);
    };
    const timer = setTimeout(
      () => settle({ trouble: `\`${words}\` did not answer within ${limitMs / 1000} s, and was ended` }),
      limitMs,
    );
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > MAX_ANSWER_BYTES) settle({ trouble: `\`${words}\` prints without end, and was ended` });
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors = Buffer.concat([errors, chunk]).subarray(-KEPT_ERRORS);
    });
    child.on("error", (error) => settle({ trouble: `\`${words}\` can't be started: ${error.message}` }));
    // Its last words may still be in the pipe; but a child of it may hold that open.
    child.on("exit", (code, signal) => {
      const end = (): void => {
        if (code === 0) {
          settle({ stdout: Buffer.concat(chunks).toString("utf8") });
          return;
        }
        // Of a line that is not whole nobody knows whether it holds a key.
        const isWhole = errors.length < KEPT_ERRORS || errors.includes("\n");
        const why = (isWhole && lastLineOf(errors.toString("utf8"), env)) || "run it yourself to see why";
        settle({ trouble: `\`${words}\` failed (${signal ?? `exit code ${code}`}): ${why}` });
      };
      // All of its pipes.
      child.once("close", end);
      setTimeout(end, DRAIN_MS).unref();
    });
  });
}

const DRAIN_MS = 200;
const KEPT_ERRORS = 16 * 1024;
const MAX_LINE_LENGTH = 200;
/** What is shorter is no secret, and would be found in any text. */
const SHORTEST_VALUE = 4;

/** The last line that says something, on one row; in the place of a variable's value its name. Masked before it is cut: a part of a key is one, too. */
export function lastLineOf(stderr: string, env: Readonly<Record<string, string>>): string {
  const line = linesOf(stderr).at(-1) ?? "";
  const values = Object.entries(env)
    .flatMap(([name, value]) => linesOf(value).map((part) => ({ name, part })))
    .filter(({ part }) => part.length >= SHORTEST_VALUE)
    .sort((a, b) => b.part.length - a.part.length);
  const masked = values.reduce((text, { name, part }) => text.replaceAll(part, () => `$${name}`), line);
  return masked.length > MAX_LINE_LENGTH ? `${masked.slice(0, MAX_LINE_LENGTH)}…` : masked;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)/g;

/** Those that say something, without what steers a terminal. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replaceAll(escapes, "")
        .replaceAll(/[\p{C}\s]+/gu, " ")
        .trim(),
    )
    .filter((line) => line !== "");
