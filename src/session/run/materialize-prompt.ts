// A prompt as its agent gets it: the whole text, and each file where the agent can read it.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type DeliveredFile, type DeliveredPrompt, filesDirOf } from "../../agents/index.ts";
import type { QueuedPrompt } from "../../core/index.ts";
import type { Log } from "../../log/index.ts";
import { replaceFile } from "../../system/index.ts";
import { inlineTexts } from "../long-text.ts";

/** `lost` names what is missing: a damaged log may have an event without its text or file. */
export type MaterializedPrompt = { prompt: DeliveredPrompt } | { lost: string };

/** Idempotent: a repetition writes the same bytes to the same path. */
export async function materializePrompt(log: Log, runDir: string, queued: QueuedPrompt): Promise<MaterializedPrompt> {
  const { promptId, files = [], seq } = queued;
  const words = inlineTexts(log, { text: queued.text }, queued.blobs);
  if (!words) return { lost: "text" };
  const { text } = words;
  const delivered: DeliveredFile[] = [];
  for (const [index, file] of files.entries()) {
    const blob = log.blob(file.hash);
    if (!blob) return { lost: `file "${file.name}"` };
    const dir = join(filesDirOf(runDir), `${seq}-${index + 1}`);
    const path = join(dir, safeName(file.name));
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // The agent can write there, and may have put anything in its place.
    await replaceFile(path, blob.parts(), { isDurable: false });
    const { name, mediaType, bytes } = file;
    const base64 = (): string => Buffer.concat([...blob.parts()]).toString("base64");
    delivered.push({ name, mediaType, bytes, path, base64 });
  }
  const also = {
    ...(delivered.length > 0 ? { files: delivered } : {}),
    ...(queued.command ? { isCommand: true } : {}),
  };
  return { prompt: { promptId, text, ...also } };
}

const MAX_NAME_LENGTH = 64;

/** A file name without characters that programs could split at; the extension is kept, because it says what the file is. */
const safeName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "")
    .slice(-MAX_NAME_LENGTH) || "file";
