// A file that came with a prompt, in one line: it was really read, as its hash shows.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { messageOf } from "../../../system/index.ts";
import type { PromptFile } from "../protocol.ts";

export function describeFile({ name, mediaType, path }: PromptFile): string {
  try {
    const content = readFileSync(path);
    const hash = createHash("sha256").update(content).digest("hex");
    return `Got ${name}: ${mediaType}, ${content.length} bytes, sha256 ${hash}`;
  } catch (error) {
    return `Could not read ${name}: ${messageOf(error)}`;
  }
}
