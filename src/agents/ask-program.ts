// Asks a program one question, such as its version: it gets so much time and no input, and nothing of it is left afterwards.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { RUN_VARIABLE } from "./keeper/process.ts";
import { killTree } from "./kill-tree.ts";

export interface Question {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/** `trouble` is one sentence for people. It never holds what the program printed: that could be a key. */
export type Printed = { readonly stdout: string } | { readonly trouble: string };

/** Codex tells of its models in 745 KB (0.166.0). */
const LONGEST_ANSWER = 8 * 1024 * 1024;

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
    const child = spawn(path, args, { cwd: "/", env, detached: true, stdio: ["ignore", "pipe", "ignore"] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (printed: Printed): void => {
      clearTimeout(timer);
      // What it has started may hold the pipe for as long as it likes.
      child.stdout.destroy();
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
      if (bytes > LONGEST_ANSWER) settle({ trouble: `\`${words}\` prints without end, and was ended` });
    });
    child.on("error", (error) => settle({ trouble: `\`${words}\` can't be started: ${error.message}` }));
    // Its last words may still be in the pipe; but a child of it may hold that open.
    child.on("exit", (code, signal) => {
      const end = (): void =>
        settle(
          code === 0
            ? { stdout: Buffer.concat(chunks).toString("utf8") }
            : { trouble: `\`${words}\` failed (${signal ?? `exit code ${code}`}); run it yourself to see why` },
        );
      child.stdout.once("close", end);
      setTimeout(end, DRAIN_MS).unref();
    });
  });
}

const DRAIN_MS = 200;
