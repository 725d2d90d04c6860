// Files that go with a prompt: images are for the model's eyes, all others are named, for Codex to read by itself.
import type { DeliveredFile } from "../driver.ts";

/** What the vendor's API takes as an image. */
const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const isImage = ({ mediaType }: DeliveredFile): boolean => images.includes(mediaType);
