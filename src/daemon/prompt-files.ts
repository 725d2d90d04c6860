// Files that go with a prompt: they must be in the log.
import type { PromptFile } from "../core/index.ts";
import { byteSize } from "../core/index.ts";
import { type BodyOf, limits } from "../protocol/index.ts";
import { Refusal } from "./answer.ts";
import type { DaemonContext } from "./context.ts";

export function filesOf({ log }: DaemonContext, content: BodyOf<"prompt">["content"]): PromptFile[] {
  const files = content.flatMap((part): PromptFile[] => {
    if (part.type !== "file") return [];
    const { name, mediaType, hash } = part;
    const blob = log.blob(hash);
    if (!blob)
      throw new Refusal("blob_not_found", `The file "${name}" is not on the daemon (any more): upload it first.`, {
        hash,
      });
    return [{ name, mediaType, hash, bytes: blob.bytes }];
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > limits.fileBytes) {
    const most = `the files of a prompt can have ${byteSize(limits.fileBytes)} in total`;
    throw new Refusal("too_large", `They have ${byteSize(bytes)}; ${most}.`, {
      limit: limits.fileBytes,
    });
  }
  return files;
}
