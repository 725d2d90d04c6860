// Mitto's directory, read only: one folder per session. Others may have prepared what is in it: links, other users' files and special files are refused.
import { opendir } from "node:fs/promises";
import { basename, join } from "node:path";
import { tooMuchJson } from "../../core/index.ts";
import { openOwnHandle } from "../../home/index.ts";
import { isCode, messageOf } from "../../system/index.ts";
import type { Skipped } from "../system.ts";

const SESSIONS = "sessions";
/** As Mitto makes them, and nothing that could be a path. */
const SESSION_ID = /^\w[\w.-]{0,127}$/;
const MAX_JSON_BYTES = 8 * 1024 * 1024;
/** A file may have a hole of any length. */
const MAX_FILE_BYTES = 4 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;

export function defaultDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
): string {
  if (env.MITTO_DIR) return env.MITTO_DIR;
  const home = env.HOME ?? "/";
  if (platform === "darwin") return join(home, "Library", "Application Support", "Mitto");
  return join(env.XDG_DATA_HOME || join(home, ".local", "share"), "mitto");
}

/** The folders of sessions, in the order of their names, which begin with the time. `directory`: Mitto's own, or the one with the sessions. */
export async function sessionFolders(
  directory: string,
): Promise<{ folders: { id: string; path: string }[]; skipped: Skipped[] }> {
  const below = await namesIn(join(directory, SESSIONS)).catch((error) => {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  });
  const parent = below ? join(directory, SESSIONS) : directory;
  const entries = below ?? (await namesIn(directory));
  const skipped: Skipped[] = [];
  const folders: { id: string; path: string }[] = [];
  for (const { name, isFolder } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isFolder && SESSION_ID.test(name)) folders.push({ id: name, path: join(parent, name) });
    else if (isFolder) skipped.push({ place: name, why: "its name is not a session's" });
  }
  return { folders, skipped };
}

async function namesIn(path: string): Promise<{ name: string; isFolder: boolean }[]> {
  const names: { name: string; isFolder: boolean }[] = [];
  // Links to folders are not folders.
  for await (const entry of await opendir(path)) names.push({ name: entry.name, isFolder: entry.isDirectory() });
  return names;
}

/** The value of a JSON file; `why` it can't be read. Both null if there is none. */
export async function readJson(path: string): Promise<{ value: unknown; why: string | null }> {
  try {
    const file = await openOwnHandle(path);
    try {
      const { size } = await file.stat();
      if (size > MAX_JSON_BYTES) return { value: null, why: `it is larger than ${MAX_JSON_BYTES} bytes` };
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await file.read(bytes, 0, size, 0);
      const content = bytes.subarray(0, bytesRead);
      const why = tooMuchJson(content);
      return why === null ? { value: JSON.parse(content.toString("utf8")), why } : { value: null, why };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { value: null, why: isCode(error, "ENOENT") ? null : messageOf(error) };
  }
}

/** A file as far as it goes now, and when it was changed; null if there is none. Rejects if nobody should read that much. */
export async function lengthOfFile(path: string): Promise<{ bytes: number; modified: number } | null> {
  try {
    const file = await openOwnHandle(path);
    try {
      const { size, mtimeMs } = await file.stat();
      if (size > MAX_FILE_BYTES) throw new Error(`${basename(path)} is larger than ${MAX_FILE_BYTES} bytes`);
      return { bytes: size, modified: mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** The beginning of a file, up to this many bytes. */
export async function* chunksOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  const file = await openOwnHandle(path);
  try {
    for (let at = 0; at < size; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
