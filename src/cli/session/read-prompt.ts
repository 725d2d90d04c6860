// The text of a prompt: from the command line, or from stdin for `-` and for a pipe.
import { usageFailure } from "../failure.ts";
import type { Input, Io } from "../io.ts";

/** Null when there is none: nothing was typed and nothing is piped in. */
export async function readPrompt(typed: string | undefined, io: Pick<Io, "stdin">): Promise<string | null> {
  if (typed !== undefined && typed !== "-") return checked(typed);
  if (typed === undefined && io.stdin.isTTY) return null;
  return checked(await readAll(io.stdin));
}

function checked(text: string): string {
  if (text.trim() === "") throw usageFailure("the prompt is empty", "write what the agent should do");
  return text;
}

/** The words that go with files, which need none. */
export async function readWords(typed: string | undefined, io: Pick<Io, "stdin">): Promise<string> {
  if (typed !== undefined && typed !== "-") return typed;
  return typed === undefined && io.stdin.isTTY ? "" : readAll(io.stdin);
}

const readAll = async (input: Input): Promise<string> => (await readBytes(input)).toString("utf8");

export async function readBytes(input: Input): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
