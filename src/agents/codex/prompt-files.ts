// Files that go with a prompt: images are for the model's eyes, all others are named, for Codex to read by itself.
import type { DeliveredFile } from "../driver.ts";

/** What the vendor's API takes as an image. */
const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const isImage = ({ mediaType }: DeliveredFile): boolean => images.includes(mediaType);

export const mentionOf = (files: readonly DeliveredFile[]): string =>
  [
    "Files that go with this message:",
    ...files.map(({ name, mediaType, path }) => `- ${name} (${mediaType}): ${path}`),
  ].join("\n");
