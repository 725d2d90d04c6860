// The media type of a file: images by their first bytes, other files by their name, and unknown names by whether the content is text.
import { extname } from "node:path";

/** The image types that agents' models accept. */
const images: readonly { mediaType: string; extension: string; isIn: (content: Buffer) => boolean }[] = [
  { mediaType: "image/png", extension: ".png", isIn: (content) => content.subarray(0, 8).equals(PNG) },
  { mediaType: "image/jpeg", extension: ".jpg", isIn: (content) => content.subarray(0, 3).equals(JPEG) },
  { mediaType: "image/gif", extension: ".gif", isIn: (content) => /^GIF8[79]a/.test(latin(content, 0, 6)) },
  {
    mediaType: "image/webp",
    extension: ".webp",
    isIn: (content) => latin(content, 0, 4) === "RIFF" && latin(content, 8, 12) === "WEBP",
  },
];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const latin = (content: Buffer, from: number, to: number): string => content.subarray(from, to).toString("latin1");

const byExtension: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".css": "text/css",
  ".htm": "text/html",
  ".html": "text/html",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".svg": "image/svg+xml",
  ".wav": "audio/wav",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".zip": "application/zip",
};

/** Null if it is not one of these image types, whatever its name. */
export const imageType = (content: Buffer): string | null =>
  images.find(({ isIn }) => isIn(content))?.mediaType ?? null;

export const mediaTypeOf = (name: string, content: Buffer): string =>
  imageType(content) ??
  byExtension[extname(name).toLowerCase()] ??
  (isText(content) ? "text/plain" : "application/octet-stream");

/** The extension for content without a name. */
export const extensionFor = (mediaType: string): string =>
  images.find((one) => one.mediaType === mediaType)?.extension ?? (mediaType === "text/plain" ? ".txt" : ".bin");

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
