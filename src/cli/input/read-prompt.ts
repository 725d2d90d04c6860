// The text of a prompt: from the command line, or from stdin for `-` and for a pipe.
import { limits } from "../../client/index.ts";
import { byteSize } from "../../core/text/byte-size.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Input, Io } from "../io.ts";
import { readAtMost } from "./read-at-most.ts";

/** Null if there is none: nothing was typed and nothing is piped in. */
export async function readPrompt(typed: string | undefined, io: Pick<Io, "stdin">): Promise<string | null> {
  if (typed !== undefined && typed !== "-") return checked(typed);
  if (typed === undefined && io.stdin.isTTY) return null;
  return checked(await readAll(io.stdin));
}

function checked(text: string): string {
  if (text.trim() === "") throw usageFailure("the prompt is empty", "write what the agent should do");
  // The placeholder in printed commands, which people replace.
  if (text.trim() === "…") throw usageFailure('"…" stands for a prompt', "replace it with what the agent should do");
  return text;
}

/** The text that goes with files, which is optional. */
export async function readWords(typed: string | undefined, io: Pick<Io, "stdin">): Promise<string> {
  if (typed !== undefined && typed !== "-") return typed;
  return typed === undefined && io.stdin.isTTY ? "" : readAll(io.stdin);
}

/** Exactly, or not at all: invalid UTF-8 would silently become other characters. */
async function readAll(input: Input): Promise<string> {
  const bytes = await readAtMost(input, limits.bodyBytes);
  if (bytes === null)
    throw new Failure(`stdin has more than ${byteSize(limits.bodyBytes)}, the limit of a prompt`, {
      exit: "failed",
      code: "too_large",
      fix: "put the text into a file in the workspace and tell the agent to read it",
    });
  const text = bytes.toString("utf8");
  const again = Buffer.from(text);
  if (again.equals(bytes)) return text;
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  const line = bytes.subarray(0, at).toString("latin1").split("\n").length;
  throw usageFailure(
    `stdin is not UTF-8 (byte ${at + 1}, in line ${line})`,
    "convert it, for example with iconv -f latin1 -t utf-8, or attach it unchanged: --file -",
  );
}
