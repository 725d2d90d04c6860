// The files of `send --image` and `--file`: read and checked before anything is asked of the daemon, then uploaded.
import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Client, limits } from "../../client/index.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";
import { safeLine } from "../render/safe-text.ts";
import type { FileValues } from "./file-flags.ts";
import { extensionFor, imageType, mediaTypeOf } from "./media-type.ts";
import { readBytes } from "./read-prompt.ts";

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export async function readFiles(
  { image, file }: FileValues,
  { io, cwd }: { io: Pick<Io, "stdin">; cwd: string },
): Promise<AttachedFile[]> {
  const wanted = [...image.map((path) => ({ path, isImage: true })), ...file.map((path) => ({ path, isImage: false }))];
  if (wanted.length > limits.promptFiles)
    throw usageFailure(`${wanted.length} files are too many`, `send ${limits.promptFiles} at most`);
  if (wanted.filter(({ path }) => path === "-").length > 1)
    throw usageFailure("only one file can come from stdin", "give the others as paths");
  const files: AttachedFile[] = [];
  for (const { path, isImage } of wanted) {
    const content = path === "-" ? await readBytes(io.stdin) : await contentOf(resolve(cwd, path), path);
    const mediaType = isImage ? imageType(content) : mediaTypeOf(path, content);
    if (mediaType === null) throw noImage(path);
    files.push({ name: path === "-" ? `stdin${extensionFor(mediaType)}` : nameOf(path), mediaType, content });
    refuseTooLarge(
      files.reduce((sum, one) => sum + one.content.length, 0),
      path,
    );
  }
  return files;
}

/** The parts of a prompt that refer to them, once the daemon has them. */
export async function uploadFiles(client: Client, files: readonly AttachedFile[]) {
  const parts: { type: "file"; name: string; mediaType: string; hash: string }[] = [];
  for (const { name, mediaType, content } of files)
    parts.push({ type: "file", name, mediaType, hash: (await client.upload(content)).hash });
  return parts;
}

async function contentOf(path: string, typed: string): Promise<Buffer> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) {
      // Before it is read: it may be larger than the memory.
      refuseTooLarge(found.size, typed);
      return await readFile(path);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const what = isMissing ? "there is no file" : "can't read";
    throw new Failure(`${what} "${safeLine(typed)}"`, {
      exit: "notFound",
      code: isMissing ? "file_not_found" : "file_unreadable",
      why: isMissing ? undefined : safeLine((error as Error).message),
      fix: "check the path; it is looked for from the directory where you are (or -C)",
    });
  }
  throw usageFailure(
    `"${safeLine(typed)}" is a directory`,
    "name its path in the text instead: the agent can look into it",
  );
}

/** A name of one line, whatever the file is called: control characters may be in there, too. */
const nameOf = (path: string): string =>
  basename(path)
    .replace(/[\p{C}\\]+/gu, "-")
    .slice(-120)
    .trim() || "file";

function refuseTooLarge(bytes: number, typed: string): void {
  if (bytes <= limits.fileBytes) return;
  const [size, most] = [bytes, limits.fileBytes].map((one) => `${(one / 1024 / 1024).toFixed(1)} MB`);
  throw new Failure(`with "${safeLine(typed)}" it would be ${size} of files, and ${most} may go with a prompt`, {
    exit: "failed",
    code: "too_large",
    fix: "put it into the workspace, and tell the agent its path",
  });
}

const noImage = (typed: string): Failure =>
  usageFailure(
    `"${safeLine(typed)}" is no png, jpeg, gif or webp image`,
    `send it as a file, if the agent can read it: --file ${safeLine(typed)}`,
  );
