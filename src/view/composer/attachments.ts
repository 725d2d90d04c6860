// The files of a prompt: names and types as the daemon accepts them, limits, and images that are resized first.
import { limits } from "../../protocol/index.ts";
import { bytesText } from "../transcript/words.ts";

/** A name that is valid everywhere. */
export function fileName(name: string, mediaType: string): string {
  const plain = name
    .replace(/[\p{C}/\\]+/gu, "_")
    .trim()
    .slice(-120);
  if (plain !== "" && plain !== "." && plain !== "..") return plain;
  return `file.${/\/([a-z0-9]+)$/.exec(mediaType)?.[1] ?? "bin"}`;
}

/** Without parameters; a browser that knows none says nothing. */
export function fileType(type: string): string {
  const plain = (type.split(";")[0] ?? "").trim().toLowerCase();
  return /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/.test(plain) ? plain : "application/octet-stream";
}

interface Sized {
  readonly name: string;
  readonly size: number;
}

/** Why these can't be attached, too; null if they can. */
export function attachmentRefusal(attached: readonly Sized[], added: readonly Sized[]): string | null {
  const all = [...attached, ...added];
  if (all.length > limits.promptFiles) return `A prompt takes ${limits.promptFiles} files at most.`;
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= limits.fileBytes) return null;
  const names = added.map(({ name }) => `“${name}”`).join(", ");
  return `${names} would make ${bytesText(bytes)} in all, and a prompt takes ${bytesText(limits.fileBytes)}. Put it into the workspace and name its path instead.`;
}

/** Models see no more than this in an image: a longer side costs time and money only. */
const MAX_SIDE = 2000;
/** What agents' vendors take, with room for its encoding. */
const MAX_IMAGE_BYTES = 3_500_000;

/** Kinds of images that lose nothing but size when they are drawn again. */
export const canShrink = (mediaType: string): boolean => /^image\/(png|jpeg|webp|bmp|avif|heic|heif)$/.test(mediaType);

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** The size in which an image is attached; null if it stays as it is. */
export function shrunkSize({ width, height, bytes }: Picture): { width: number; height: number } | null {
  const longest = Math.max(width, height);
  if (longest <= MAX_SIDE && bytes <= MAX_IMAGE_BYTES) return null;
  const scale = Math.min(1, MAX_SIDE / longest);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Said of an image whose size nobody knows: agents refuse those that are too large, and go on refusing the session then. */
export const unreadableImage = (name: string): string =>
  `“${name}” can't be read as an image in this browser, so it can't be made smaller and was left out. Put it into the workspace and name its path instead.`;

export const isStillHuge = (bytes: number): boolean => bytes > MAX_IMAGE_BYTES;

/** A pasted text this long becomes a file: no field stays quick with it. */
const LONG_TEXT = 50_000;

export const isLongText = (text: string): boolean => text.length > LONG_TEXT;
