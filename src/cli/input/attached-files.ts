// The files of `send --image` and `--file`: read and checked before any request, then uploaded.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Client, limits } from "../../client/index.ts";
import { byteSize } from "../../core/text/byte-size.ts";
import { isCode, messageOf } from "../../system/index.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";
import { safeLine } from "../text/safe-text.ts";
import type { FileValues } from "./file-flags.ts";
import { extensionFor, imageType, mediaTypeOf } from "./media-type.ts";
import { readAtMost } from "./read-at-most.ts";

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export async function readFiles(
  { image, file }: FileValues,
  { io, cwd }: { io: Pick<Io, "stdin" | "stderr">; cwd: string },
): Promise<AttachedFile[]> {
  const wanted = [...image.map((path) => ({ path, isImage: true })), ...file.map((path) => ({ path, isImage: false }))];
  if (wanted.length > limits.promptFiles)
    throw usageFailure(`too many files: ${wanted.length}`, `send at most ${limits.promptFiles}`);
  if (wanted.filter(({ path }) => path === "-").length > 1)
    throw usageFailure("only one file can come from stdin", "give the others as paths");
  const nameless = wanted.find(({ path }) => path === "");
  if (nameless)
    throw usageFailure(`${nameless.isImage ? "--image" : "--file"} names no file`, "give its path, or - for stdin");
  const files: AttachedFile[] = [];
  let left: number = limits.fileBytes;
  for (const { path, isImage } of wanted) {
    const content = await contentOf(path, { io, cwd, left });
    left -= content.length;
    const mediaType = isImage ? imageType(content) : mediaTypeOf(path, content);
    if (mediaType === null) throw noImage(path);
    files.push({ name: path === "-" ? `stdin${extensionFor(mediaType)}` : nameOf(path), mediaType, content });
  }
  return files;
}

/** The prompt's parts that refer to them, after the upload. */
export async function uploadFiles(client: Client, files: readonly AttachedFile[]) {
  const parts: { type: "file"; name: string; mediaType: string; hash: string }[] = [];
  for (const { name, mediaType, content } of files)
    parts.push({ type: "file", name, mediaType, hash: (await client.upload(content)).hash });
  return parts;
}

interface Source {
  readonly io: Pick<Io, "stdin" | "stderr">;
  readonly cwd: string;
  /** How many bytes the prompt may still have. */
  readonly left: number;
}

async function contentOf(typed: string, { io, cwd, left }: Source): Promise<Buffer> {
  const content =
    typed === "-" ? await readAtMost(io.stdin, left) : await contentAt(resolve(cwd, typed), { typed, io, left });
  if (content === null) throw tooLarge(typed, null);
  return content;
}

async function contentAt(
  path: string,
  { typed, io, left }: { typed: string; io: Pick<Io, "stderr">; left: number },
): Promise<Buffer | null> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) {
      // Checked before it is read, because it may be larger than the memory.
      if (found.size > left) throw tooLarge(typed, limits.fileBytes - left + found.size);
      // A pipe is accepted like a file (`--file <(git diff)`), but its writer may never finish.
      const notice = found.isFile() ? null : setTimeout(() => io.stderr.write(waitingFor(typed)), PATIENCE_MS);
      return await readAtMost(createReadStream(path), left).finally(() => clearTimeout(notice ?? undefined));
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable(typed, error);
  }
  throw usageFailure(`"${safeLine(typed)}" is a directory`, "give its path in the text instead: the agent can read it");
}

const PATIENCE_MS = 1_000;

const waitingFor = (typed: string): string =>
  `waiting for the end of "${safeLine(typed)}", which is not a regular file; press Ctrl+C to give up\n`;

function unreadable(typed: string, error: unknown): Failure {
  const isMissing = isCode(error, "ENOENT");
  // Arguments are text: a name that is not UTF-8 has been changed on the way.
  const isGarbled = isMissing && typed.includes("\ufffd");
  return new Failure(`${isMissing ? "there is no file" : "can't read"} "${safeLine(typed)}"`, {
    exit: "notFound",
    code: isMissing ? "file_not_found" : "file_unreadable",
    why: isGarbled ? "its name is not UTF-8" : isMissing ? undefined : safeLine(messageOf(error)),
    fix: isGarbled
      ? "rename it, or give it on stdin: --file - < it"
      : "check the path; it is looked for from the directory where you are (or -C)",
  });
}

/** A file's name in one line; it may contain control characters. */
const nameOf = (path: string): string =>
  basename(path)
    .replace(/[\p{C}\\]+/gu, "-")
    .slice(-120)
    .trim() || "file";

/** Its size in bytes, or null if unknown. */
function tooLarge(typed: string, bytes: number | null): Failure {
  const most = byteSize(limits.fileBytes);
  const size = bytes === null || byteSize(bytes) === most ? `more than ${most}` : byteSize(bytes);
  return new Failure(`with "${safeLine(typed)}" it would be ${size} of files, and ${most} may go with a prompt`, {
    exit: "failed",
    code: "too_large",
    fix: "put it into the workspace and tell the agent its path",
  });
}

const noImage = (typed: string): Failure =>
  usageFailure(
    `"${safeLine(typed)}" is no png, jpeg, gif or webp image`,
    `send it as a file, if the agent can read it: --file ${safeLine(typed)}`,
  );
